import { patchNamed, type Patch } from '../../internals/patch.js';
import { listPatches } from '../../internals/list-patches.js';

const manifest = {
  server: {
    'response-methods': {
      target: '`write`, `end`, `writeHead`, `writeHeader` and `flushHeaders` of `http.ServerResponse.prototype`',
      range: ['node'],
      loses: 'no page has the policy and its headers',
    },
    'page-nonce': {
      target: 'that Next reads the nonce of a page from the request’s `Content-Security-Policy`',
      range: ['next'],
      loses: 'the policy no longer blocks anything in this process, and browsers report what it would block',
    },
    'matched-page': {
      target: "the `match` in `Symbol.for('NextInternalRequestMeta')` of a request",
      range: ['next'],
      loses: 'pages cannot be told apart from another server’s: only Candor’s documents have the policy',
    },
    'cache-headers': {
      target: 'the response headers `x-nextjs-cache`, `x-nextjs-prerender` and `x-nextjs-postponed`',
      range: ['next'],
      loses: 'scripts of a partially prerendered page are blocked',
    },
    'framework-scripts': {
      target: 'the inline scripts that Next and React write',
      range: ['next', 'react'],
      loses: 'the policy no longer blocks anything in this process, and browsers report what it would block',
    },
    'routes-manifest': {
      target: '`routes-manifest.json` of the build',
      range: ['next'],
      loses: 'browser reports have the path of their page, but no route',
    },
  },
  build: {
    'built-record': {
      target: 'the documents of a build, which is known by `_traceGlobals` on `globalThis`',
      range: ['next'],
      loses: 'inline scripts of a team are blocked',
    },
  },
} as const;

/** What the policy alone changes or reads past public APIs. tests/browser/failing/patches.spec.ts takes each away. */
export const policyPatches = listPatches(manifest);

/** The same as `patch` of candor/src/internals/patch.ts. */
export const patch = (name: keyof typeof manifest.server | keyof typeof manifest.build): Patch => patchNamed(name);
