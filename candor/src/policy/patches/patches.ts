import { patchNamed, type Patch } from '../../internals/patch.js';
import type { PatchOfCandor } from '../../internals/patches.js';

const guard = 'tests/browser/policy-patches.spec.ts';

/** What the policy alone changes or reads past public APIs. */
export const policyPatches = [
  {
    name: 'response-methods',
    runtime: 'server',
    target: '`write`, `end`, `writeHead`, `writeHeader` and `flushHeaders` of `http.ServerResponse.prototype`',
    range: ['node'],
    loses: 'no page has the policy and its headers',
    guard,
  },
  {
    name: 'page-nonce',
    runtime: 'server',
    target: 'that Next reads the nonce of a page from the request’s `Content-Security-Policy`',
    range: ['next'],
    files: ['next/dist/server/app-render/get-script-nonce-from-header.js'],
    loses: 'the policy blocks nothing more in this process, and browsers report what it would block',
    guard,
  },
  {
    name: 'matched-page',
    runtime: 'server',
    target: "the `match` in `Symbol.for('NextInternalRequestMeta')` of a request",
    range: ['next'],
    files: ['next/dist/server/request-meta.js', 'next/dist/server/route-kind.js'],
    loses: 'pages cannot be told from what another server has made: only documents of Candor have the policy',
    guard,
  },
  {
    name: 'cache-headers',
    runtime: 'server',
    target: 'the response headers `x-nextjs-cache`, `x-nextjs-prerender` and `x-nextjs-postponed`',
    range: ['next'],
    files: [
      'next/dist/build/templates/app-page-runtime.js',
      'next/dist/build/templates/app-route.js',
      'next/dist/client/components/app-router-headers.js',
    ],
    loses: 'scripts of a page that is rendered in part are blocked',
    guard,
  },
  {
    name: 'framework-scripts',
    runtime: 'server',
    target: 'the inline scripts that Next and React write',
    range: ['next', 'react'],
    files: [
      'next/dist/server/app-render/use-flight-response.js',
      'next/dist/compiled/react-dom/cjs/react-dom-server.node.production.js',
    ],
    loses: 'the policy blocks nothing more in this process, and browsers report what it would block',
    guard,
  },
  {
    name: 'routes-manifest',
    runtime: 'server',
    target: '`routes-manifest.json` of the build',
    range: ['next'],
    files: ['next/dist/shared/lib/constants.js'],
    loses: 'a report of a browser has the path of its page, and no route',
    guard,
  },
  {
    name: 'built-record',
    runtime: 'build',
    target: 'the documents of a build, which is known by `_traceGlobals` on `globalThis`',
    range: ['next'],
    files: ['next/dist/trace/shared.js'],
    loses: 'inline scripts of a team are blocked',
    guard,
  },
] as const satisfies readonly PatchOfCandor[];

/** The same as `patch` of candor/src/internals/patch.ts. */
export const patch = (name: (typeof policyPatches)[number]['name']): Patch => patchNamed(name);
