import nextCoreWebVitals from 'eslint-config-next/core-web-vitals';
import nextTypescript from 'eslint-config-next/typescript';
import { TypeFlags } from 'typescript';

// Imports run one way: screens -> browser, or start -> failures and monitoring -> responses, sdk and delivery -> outbox -> envelope, and
// http -> internals; `shared` and `scrubbing` from everywhere. The policy, which is off by default, is imported nowhere: three lines load it, each with its reason. Knip
// finds cycles inside a room: `import/no-cycle` takes minutes for it.
const outside = ['./{app,tests,scripts}/**', './*.*', './candor/scripts/**'];
/** @param {string[]} rooms */
const roomsExcept = (...rooms) => `./candor/src/!(${rooms.join('|')})/**`;
/** @param {string} room @param {string[]} others */
const zone = (room, ...others) => ({
  target: `./candor/src/${room}`,
  from: [roomsExcept(room, 'shared', ...others), './candor/src/*.*', ...outside],
});
const importZones = [
  zone('screens', 'browser', 'failures', 'responses', 'start', 'internals'),
  zone('browser', 'scrubbing', 'internals'),
  zone(
    'start',
    'failures',
    'responses',
    'sdk',
    'monitoring',
    'sources',
    'delivery',
    'outbox',
    'envelope',
    'scrubbing',
    'http',
    'internals',
  ),
  zone('failures', 'responses', 'delivery', 'envelope', 'scrubbing', 'sources', 'http', 'internals'),
  zone('responses', 'scrubbing', 'http', 'internals'),
  zone('sdk', 'scrubbing', 'http', 'internals'),
  zone('monitoring', 'delivery', 'outbox', 'envelope', 'scrubbing', 'http', 'internals'),
  zone('delivery', 'outbox', 'envelope'),
  zone('outbox', 'envelope'),
  zone('envelope'),
  zone('scrubbing'),
  zone('policy', 'monitoring', 'delivery', 'outbox', 'envelope', 'scrubbing', 'internals', 'build'),
  zone('http', 'internals'),
  zone('internals'),
  zone('build', 'application', 'start', 'sources', 'internals'),
  zone('cli', 'application', 'build', 'start', 'sources', 'internals'),
  zone('application'),
  zone('sources', 'scrubbing'),
  // Its thread is one file beside the maps, and reads nothing of the server.
  { target: './candor/src/sources', from: ['./candor/src/shared/**'] },
  zone('shared'),
  { target: './candor/src/*.*', from: outside },
  { target: ['./app/**', './*.ts'], from: ['./{tests,scripts}/**'] },
];

// What goes past the public APIs of Next, React, the SDK and Node stands in these two rooms; candor/src/internals/patches.ts names it.
const seam = ['candor/src/{internals,http,policy/patches}/**'];
const privateNames =
  '__next_|pingedTasks|completedErrorChunks|onTaskError|data-dgst|\\\\?\\$R[CX]\\b|NEXT_HTTP_ERROR|failed to pipe|x-nextjs-|X-Nextjs-|__PRIVATE|__SENTRY|__sentry|_ENTRIES|__react|TURBOPACK';
const held = [
  ['MemberExpression[property.name=/^_(?!_dirname)/]', 'a private member'],
  ['MemberExpression[computed=true] > Literal[value=/^_/]', 'a private member'],
  ['MethodDefinition[key.name=/^_/]', 'a private member'],
  ['AssignmentExpression > MemberExpression.left[object.property.name="prototype"]', 'an assignment to a prototype'],
  [
    'CallExpression[callee.object.name=/^(Object|Reflect)$/] > MemberExpression[property.name="prototype"]',
    'an assignment to a prototype',
  ],
  [
    'AssignmentExpression > MemberExpression.left[object.name=/^(process|globalThis|window|console|Error)$/][property.name!="exitCode"]',
    'an assignment to what others export',
  ],
  [
    'CallExpression[callee.object.name="Object"][callee.property.name=/^(assign|defineProperty)$/] > Identifier.arguments:first-child[name=/^(process|globalThis|window|console)$/]',
    'an assignment to what others export',
  ],
  [
    'CallExpression[callee.object.name="Symbol"][callee.property.name="for"] > Literal[value!=/^candor\\./]',
    'a symbol of others',
  ],
  [`Literal[value=/${privateNames}/]`, 'a private name of the framework'],
  [`Literal[regex.pattern=/${privateNames}/]`, 'a private name of the framework'],
  [`TemplateElement[value.raw=/${privateNames}/]`, 'a private name of the framework'],
  [`Identifier[name=/^(${privateNames})/]`, 'a private name of the framework'],
].map(([selector, what]) => ({ selector, message: `This is ${what}: it belongs to candor/src/internals/.` }));
const heldImports = [
  { group: ['next/dist/**'], message: 'This is no public API of Next: it belongs to candor/src/internals/.' },
  { group: ['node:diagnostics_channel'], message: 'candor/src/internals/server/request-start.ts subscribes, for all.' },
];

/** @type {import('eslint').Rule.RuleModule} */
const noTextIndex = {
  create: (context) => ({
    'MemberExpression[computed=true]'(/** @type {any} */ node) {
      const { program, esTreeNodeToTSNodeMap } = context.sourceCode.parserServices;
      const type = program.getTypeChecker().getTypeAtLocation(esTreeNodeToTSNodeMap.get(node.property));
      const kinds = type.isUnion() ? type.types : [type];
      const isText = (/** @type {any} */ { flags }) =>
        (flags & (TypeFlags.String | TypeFlags.TemplateLiteral | TypeFlags.Any)) !== 0;
      if (kinds.some(isText)) context.report({ node, message });
    },
  }),
};
const message = 'A visitor may write `constructor`: use a Map, or say on this line whose text it is.';

// What the requests of visitors pass through.
const ofVisitors = [
  'candor/src/{start,failures,responses,sdk,monitoring,delivery,outbox,envelope,scrubbing,http,shared,sources,policy,internals/server}/**/*.ts',
  'app/**/*.{ts,tsx}',
];

const inBrowsers = [
  'candor/src/{browser,screens,scrubbing,shared,internals/browser}/**',
  'candor/src/{index,screens,instrumentation-client}.ts',
  'instrumentation-client.ts',
];

// The server's build of this package is 1.5 MB of tracing, and it hooks into every module that is loaded after it.
const ofServersToo = ['candor/src/**', 'app/**', '*.ts'];
const nodeSdk = {
  name: '@sentry/nextjs',
  message: 'Servers use @sentry/core. Only the SDK of browsers and of the development server is imported from here.',
};

// Sources that other sites are made of. They are in no TypeScript project of ours.
const ofOtherSites = [
  'tests/adoption/{failures,sources,fixtures/*}/**',
  'tests/soak/bench/pages/**',
  'tests/sites/{failing/instrumentation,team-application/next.config}.ts',
];

const config = [
  {
    ignores: [
      '**/*.cjs',
      '.next/',
      'candor/dist/',
      '.bench/',
      '.cache/',
      '.copies/',
      'next-env.d.ts',
      'test-results/',
      'tests/unit/cli/golden/',
    ],
  },
  ...nextCoreWebVitals,
  ...nextTypescript,
  {
    rules: {
      'import/no-restricted-paths': ['error', { zones: importZones }],
      'no-console': ['error', { allow: ['warn', 'error'] }],
      'no-empty': ['error', { allowEmptyCatch: false }],
      eqeqeq: 'error',
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    ignores: ofOtherSites,
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: { '@typescript-eslint/no-floating-promises': 'error' },
  },
  {
    files: ofVisitors,
    plugins: { candor: { rules: { 'no-text-index': noTextIndex } } },
    rules: { 'candor/no-text-index': 'error' },
  },
  // The rule is for the Pages Router, and off by itself only where the folder of a clone has `/app/` in its path.
  { files: ['candor/src/screens/**'], rules: { '@next/next/no-head-element': 'off' } },
  { files: ['candor/src/**', 'app/**', 'scripts/**'], rules: { 'max-lines-per-function': ['error', 80] } },
  { files: inBrowsers, rules: { 'import/no-nodejs-modules': 'error' } },
  { files: ofServersToo, ignores: ['candor/src/browser/**'], rules: { 'no-restricted-imports': ['error', nodeSdk] } },
  { files: ['candor/src/**'], ignores: seam, rules: { 'no-restricted-syntax': ['error', ...held] } },
  {
    files: ['candor/src/**'],
    ignores: [...seam, 'candor/src/browser/**'],
    rules: { 'no-restricted-imports': ['error', { paths: [nodeSdk], patterns: heldImports }] },
  },
  { files: ['candor/src/browser/**'], rules: { 'no-restricted-imports': ['error', { patterns: heldImports }] } },
  { files: ['scripts/**', 'tests/**', 'candor/scripts/**'], rules: { 'no-console': 'off' } },
  // An application in CommonJS.
];

export default config;
