import nextCoreWebVitals from 'eslint-config-next/core-web-vitals';
import nextTypescript from 'eslint-config-next/typescript';

// Imports run one way: routes -> screens -> browser or server -> delivery, scrubbing or policy. Knip finds cycles inside a
// room: `import/no-cycle` takes minutes for it.
const outside = ['./{app,pages,tests,scripts}/**', './*.*'];
/** @param {string[]} rooms */
const roomsExcept = (...rooms) => `./candor/!(${rooms.join('|')})/**`;
const importZones = [
  { target: './candor/screens', from: [roomsExcept('screens', 'browser', 'server', 'scrubbing'), ...outside] },
  { target: './candor/browser', from: [roomsExcept('browser', 'scrubbing'), ...outside] },
  { target: './candor/server', from: [roomsExcept('server', 'delivery', 'scrubbing', 'policy'), ...outside] },
  { target: './candor/delivery/delivery', from: [roomsExcept('delivery'), ...outside] },
  { target: './candor/scrubbing', from: [roomsExcept('scrubbing'), ...outside] },
  { target: './candor/policy', from: [roomsExcept('policy'), ...outside] },
  {
    target: './candor/!(next-config|candor-settings|inlined-settings|instrumentation|instrumentation-client).ts',
    from: [roomsExcept('scrubbing'), ...outside],
  },
  { target: './candor/{candor,inlined}-settings.ts', from: [roomsExcept('policy'), ...outside] },
  { target: './candor/instrumentation.ts', from: [roomsExcept('server', 'screens'), ...outside] },
  { target: './candor/instrumentation-client.ts', from: [roomsExcept('browser', 'screens'), ...outside] },
  { target: './candor/next-config.ts', from: [roomsExcept('policy', 'server'), ...outside] },
  { target: ['./app/**', './pages/**', './*.ts'], from: ['./{tests,scripts}/**'] },
];

const inBrowsers = ['candor/{browser,screens,scrubbing}/**', 'candor/*.ts', 'instrumentation-client.ts'];
const ofBuild = ['candor/{next-config,build-release}.ts', 'candor/check-*.ts'];

// The server's build of this package is 1.5 MB of tracing, and it hooks into every module that is loaded after it.
const ofServersToo = [
  'candor/{server,delivery,scrubbing,policy,screens}/**',
  'candor/*.ts',
  'app/**',
  'pages/**',
  '*.ts',
];
const nodeSdk = {
  name: '@sentry/nextjs',
  message: 'Servers use @sentry/core. Only the SDK of browsers and of the development server is imported from here.',
};

// Sources that other sites are made of. They are in no TypeScript project of ours.
const ofOtherSites = [
  'tests/adoption/{application,established}/**',
  'tests/bench/{bare,wizard}/**',
  'tests/{failing-routes,ordinary-pages,cached-components,team-application}/{next.config,instrumentation}.ts',
];

const config = [
  {
    ignores: ['.next/', '.bench/', '.cache/', '.copies/', 'next-env.d.ts', 'test-results/'],
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
  { files: inBrowsers, ignores: ofBuild, rules: { 'import/no-nodejs-modules': 'error' } },
  { files: ofServersToo, rules: { 'no-restricted-imports': ['error', nodeSdk] } },
  { files: ['scripts/**', 'tests/**', 'candor/add-hooks.mjs'], rules: { 'no-console': 'off' } },
];

export default config;
