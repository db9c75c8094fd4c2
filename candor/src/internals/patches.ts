// All that Candor changes or reads in Next, React, the SDK and Node past their public APIs. This is data, for any runtime. The code of a patch stands in the folder of its runtime, in the file of its name.

/** The versions that Candor was tested with, as `major.minor`, from the oldest to the newest. */
export const tested = {
  next: ['16.2', '16.4'],
  react: ['19.2', '19.3'],
  '@sentry/core': ['10.52', '11.1'],
  node: ['20.19', '26.99'],
} as const;

export type Part = keyof typeof tested;

export type PatchOfCandor = {
  name: string;
  runtime: 'server' | 'browser' | 'build';
  /** What is changed, or read. */
  target: string;
  /** Whose change can end it; `tested` has the range of each. */
  range: readonly Part[];
  /** Where the target stands in those packages: `npm run patched-files` shows how two versions of them differ. */
  files?: readonly string[];
  /** What no longer holds without it. The application serves all the same. */
  loses: string;
  /** The file with the test that takes the target away: it names the patch, and finds that this alone is lost. */
  guard: string;
  /** The heading in docs/upstream.md of the hook that would replace it, or the address of a thread. */
  upstream?: string;
};

const ofServer = 'tests/browser/failing-routes-patches.ts';
const ofBrowser = 'tests/browser/patches-browser.spec.ts';
const ofBrowserPages = 'tests/browser/failing-routes-browser-patches.ts';

export const patches = [
  {
    name: 'request-start',
    runtime: 'server',
    target: 'the diagnostics channel `http.server.request.start`; under Bun `emit` of `http.Server.prototype`',
    range: ['node'],
    loses: 'requests have no scopes and no shutdown of their own, clients share one limit, and odd targets reach Next',
    guard: ofServer,
  },
  {
    name: 'response-status',
    runtime: 'server',
    target: '`statusCode` of `http.ServerResponse.prototype`',
    range: ['node'],
    loses: 'failed responses have no `Error-Digest`, and the body that Next gives them',
    guard: ofServer,
    upstream: 'A response for onRequestError',
  },
  {
    name: 'error-digest',
    runtime: 'server',
    target: '`Error.prototype.digest`',
    range: ['react'],
    files: ['next/dist/server/app-render/create-error-handler.js'],
    loses: 'an error that no property can be added to has Next’s hash as its digest; its line has the event beside it',
    guard: ofServer,
    upstream: 'A digest made by the application',
  },
  {
    name: 'react-render',
    runtime: 'server',
    target: '`run` of `AsyncLocalStorage.prototype`, and `onError` of the render that React passes to it',
    range: ['react', 'node'],
    files: [
      'next/dist/compiled/react-server-dom-turbopack/cjs/react-server-dom-turbopack-server.node.production.js',
      'next/dist/compiled/react-dom/cjs/react-dom-server.node.production.js',
    ],
    loses:
      'screens show Next’s hash as the digest, and its line has the event beside it; what fails in the background has neither',
    guard: ofServer,
    upstream: 'A digest made by the application',
  },
  {
    name: 'react-end',
    runtime: 'server',
    target: '`onFatalError` of a render of Server Components',
    range: ['react'],
    files: ['next/dist/compiled/react-server-dom-turbopack/cjs/react-server-dom-turbopack-server.node.production.js'],
    loses: 'a response never ends whose renderer failed itself, as at a thrown proxy whose traps throw',
    guard: ofServer,
  },
  {
    name: 'work-storage',
    runtime: 'server',
    target: 'Next’s `workAsyncStorage`',
    range: ['next'],
    files: ['next/dist/server/app-render/work-async-storage.external.js'],
    loses: 'failures outside of `onRequestError` have no route, and requests of the edge runtime share their scopes',
    guard: ofServer,
    upstream: 'The digest in the context of onRequestError',
  },
  {
    name: 'after-errors',
    runtime: 'server',
    target: '`onTaskError` of the `afterContext` that Next’s `workAsyncStorage` runs with',
    range: ['next'],
    files: ['next/dist/server/after/after-context.js', 'next/dist/server/async-storage/work-store.js'],
    loses: 'what is thrown in `after()` stands in Next’s own output only',
    guard: ofServer,
    upstream: 'Failures in after() for onRequestError',
  },
  {
    name: 'entered-actions',
    runtime: 'server',
    target: '`run` of Next’s `workUnitAsyncStorage`, and its `actionAsyncStorage`',
    range: ['next'],
    files: [
      'next/dist/server/app-render/action-async-storage.external.js',
      'next/dist/server/app-render/action-handler.js',
      'next/dist/server/app-render/work-unit-async-storage.external.js',
    ],
    loses: 'malformed action requests count as failures',
    guard: ofServer,
    upstream: 'The digest in the context of onRequestError',
  },
  {
    name: 'outside-render',
    runtime: 'server',
    target: 'Next’s `workUnitAsyncStorage`, and `__SENTRY_SAFE_RANDOM_ID_WRAPPER__` of the SDK on `globalThis`',
    range: ['next', '@sentry/core'],
    files: [
      'next/dist/server/app-render/work-unit-async-storage.external.js',
      '@sentry/core/build/esm/utils/randomSafeContext.js',
    ],
    loses: 'with Cache Components a page that fails while it is made has the line and the event of Next’s abort',
    guard: 'tests/browser/cached-components.spec.ts',
  },
  {
    name: 'sdk-client',
    runtime: 'server',
    target: '`_client` of the SDK’s default scope',
    range: ['@sentry/core'],
    files: ['@sentry/core/build/esm/scope.js'],
    loses: 'a team’s own `Sentry.init` on the server may find a client there, and do nothing',
    guard: ofServer,
  },
  {
    name: 'sdk-mark',
    runtime: 'server',
    target: '`__sentry_captured__`, which the SDK sets on an error',
    range: ['@sentry/core'],
    files: ['@sentry/core/build/esm/utils/misc.js'],
    loses: 'an error that is thrown for two requests has one event',
    guard: ofServer,
  },
  {
    name: 'proxy-hook',
    runtime: 'server',
    target: '`_ENTRIES.middleware_instrumentation` on `globalThis`',
    range: ['next'],
    files: ['next/dist/server/web/globals.js'],
    loses: 'a failure of `proxy.ts` is reported by the last resort, under the route `/_error`',
    guard: ofServer,
    upstream: 'https://github.com/vercel/next.js/issues/83404',
  },
  {
    name: 'error-page',
    runtime: 'server',
    target: '`renderErrorToResponse` of Next’s server',
    range: ['next'],
    files: ['next/dist/server/base-server.js'],
    loses:
      'failures that Next calls no hook for have its text `Internal Server Error`, and no reference, line or event; a request that Next refuses by 400 or 405 gets 500',
    guard: ofServer,
    upstream: 'A response for onRequestError',
  },
  {
    name: 'start-promise',
    runtime: 'server',
    target: 'Next’s `ensureInstrumentationRegistered`',
    range: ['next'],
    files: ['next/dist/server/lib/router-utils/instrumentation-globals.external.js'],
    loses: 'a `register()` of the team that throws leaves a process which answers every request with 500',
    guard: ofServer,
  },
  {
    name: 'process-exit',
    runtime: 'server',
    target: '`process.exit`, from the first SIGTERM or SIGINT on',
    range: ['node', 'next'],
    files: ['next/dist/server/lib/start-server.js'],
    loses: 'the process ends with the status 143 or 130 at a signal, and not with 0',
    guard: ofServer,
  },
  {
    name: 'server-close',
    runtime: 'server',
    target: '`close` of `http.Server.prototype`, while `DRAIN_SECONDS` last',
    range: ['node', 'next'],
    files: ['next/dist/server/lib/start-server.js'],
    loses: 'the port is closed at SIGTERM',
    guard: ofServer,
  },
  {
    name: 'socket-end',
    runtime: 'server',
    target: 'the diagnostics channel `http.server.response.finish`, and `destroySoon` of a socket',
    range: ['node'],
    loses: 'a client that is still sending when it is answered may lose the response',
    guard: ofServer,
    upstream: 'Bodies that nobody reads',
  },
  {
    name: 'new-sockets',
    runtime: 'server',
    target: 'the diagnostics channel `net.server.socket`',
    range: ['node'],
    loses: 'connections that browsers opened in advance delay a shutdown',
    guard: ofServer,
  },
  {
    name: 'failed-document',
    runtime: 'server',
    target: 'the document `<html id="__next_error__">` with an empty body',
    range: ['next'],
    files: ['next/dist/client/components/builtin/global-error.js', 'next/dist/server/app-render/app-render.js'],
    loses: 'a failed document is known by its empty body alone',
    guard: ofServer,
  },
  {
    name: 'flight-rows',
    runtime: 'server',
    target: 'the rows of React’s data in `self.__next_f`',
    range: ['next', 'react'],
    files: [
      'next/dist/server/app-render/use-flight-response.js',
      'next/dist/compiled/react-server-dom-turbopack/cjs/react-server-dom-turbopack-server.node.production.js',
    ],
    loses: 'screens without scripts lack their stylesheets, and the digest of a failure that no hook was called for',
    guard: ofServer,
  },
  {
    name: 'failed-part',
    runtime: 'server',
    target: 'React’s `<template data-dgst>` and its call `$RX`',
    range: ['react'],
    files: ['next/dist/compiled/react-dom/cjs/react-dom-server.node.production.js'],
    loses: 'without scripts a part that failed while it was streamed stays as its fallback',
    guard: ofServer,
  },
  {
    name: 'thrown-by-next',
    runtime: 'server',
    target:
      'stacks that begin in `next/dist`, the message `failed to pipe response`, and digests like `NEXT_HTTP_ERROR_FALLBACK;404`',
    range: ['next'],
    files: [
      'next/dist/server/pipe-readable.js',
      'next/dist/client/components/http-access-fallback/http-access-fallback.js',
    ],
    loses:
      'malformed requests count as failures, a broken stream has the same error as every other, and without scripts a page that calls `notFound()` late stays at its fallback',
    guard: ofServer,
    upstream: 'The digest in the context of onRequestError',
  },
  {
    name: 'router-state',
    runtime: 'server',
    target: 'Next’s `parseAndValidateFlightRouterState`',
    range: ['next'],
    files: ['next/dist/server/app-render/parse-and-validate-flight-router-state.js'],
    loses: 'a request whose router state cannot be read counts as a failure',
    guard: ofServer,
  },
  {
    name: 'app-paths',
    runtime: 'server',
    target: 'Next’s `normalizeAppPath`',
    range: ['next'],
    files: ['next/dist/shared/lib/router/utils/app-paths.js'],
    loses: 'the `route` of some failures has groups and the name of a file',
    guard: ofServer,
  },
  {
    name: 'dist-folder',
    runtime: 'server',
    target: 'Node’s cache of modules, which has `server/instrumentation.js` of the build',
    range: ['node', 'next'],
    loses: 'a build in another folder than `.next` is not found, where the process was not started beside it',
    guard: ofServer,
  },
  {
    name: 'scrubbed-output',
    runtime: 'server',
    target: '`process.stdout.write` and `process.stderr.write`',
    range: ['node'],
    loses: 'secrets and forged lines may stand in what Next prints',
    guard: ofServer,
  },
  {
    name: 'development-frames',
    runtime: 'build',
    target: '`/__nextjs_original-stack-frames` of the development server',
    range: ['next'],
    files: ['next/dist/server/dev/middleware-turbopack.js'],
    loses: 'events of the development server name chunks and not sources',
    guard: 'tests/browser/failing-routes-development.spec.ts',
    upstream: 'Mapping a stack outside Next',
  },
  {
    name: 'last-screen',
    runtime: 'build',
    target: 'the styles of Next’s own error screen',
    range: ['next'],
    files: ['next/dist/client/components/builtin/error-styles.js'],
    loses: 'each visitor loads 1 kB more: styles of a screen that only a failing `global-error` shows',
    guard: 'tests/unit/internals/build/last-screen.test.ts',
  },
  {
    name: 'react-roots',
    runtime: 'browser',
    target:
      '`createRoot` and `hydrateRoot` of `react-dom/client`, and `__reactContainer$…` by which a page is seen to hydrate',
    range: ['react', 'next'],
    files: ['next/dist/compiled/react-dom/cjs/react-dom-client.production.js', 'next/dist/client/app-index.js'],
    loses:
      'errors that a boundary caught are reported only where a screen of Candor is shown, and without the components around them',
    guard: ofBrowser,
  },
  {
    name: 'page-fetch',
    runtime: 'browser',
    target: '`window.fetch`, and Next’s headers `rsc`, `next-action` and `x-nextjs-action-not-found`',
    range: ['next'],
    files: [
      'next/dist/client/components/app-router-headers.js',
      'next/dist/client/components/router-reducer/fetch-server-response.js',
    ],
    loses: 'without a network an action fails and a navigation replaces the page; failed requests are no breadcrumbs',
    guard: ofBrowser,
  },
  {
    name: 'response-json',
    runtime: 'browser',
    target: '`Response.prototype.json`',
    range: [],
    loses: 'in Chromium, HTML that is read as JSON becomes no event where nobody catches the error',
    guard: ofBrowser,
  },
  {
    name: 'sdk-calls',
    runtime: 'browser',
    target: '`defaultCurrentScope` of the SDK’s `__SENTRY__`, and `setClient` of that scope',
    range: ['@sentry/core'],
    files: ['@sentry/core/build/esm/carrier.js', '@sentry/core/build/esm/defaultScopes.js'],
    loses: 'a team’s `Sentry.captureException` and the like do nothing in the browser',
    guard: ofBrowser,
  },
  {
    name: 'sdk-scopes',
    runtime: 'browser',
    target: '`globalScope` and `stack` of the SDK’s `__SENTRY__`',
    range: ['@sentry/core'],
    loses: 'events of browsers lack the tags, the user and the like that a team has set with the SDK',
    guard: ofBrowser,
  },
  {
    name: 'router-tree',
    runtime: 'browser',
    target: '`__PRIVATE_NEXTJS_INTERNALS_TREE` of `history.state`, where `__NA` is',
    range: ['next'],
    files: ['next/dist/client/components/app-router.js'],
    loses: 'events of pages of the App Router have no `transaction`',
    guard: ofBrowser,
  },
  {
    name: 'pages-router',
    runtime: 'browser',
    target: '`window.next.router`, where `window.next.appDir` is not',
    range: ['next'],
    loses: 'events of pages of the Pages Router have no `transaction`',
    guard: ofBrowserPages,
  },
  {
    name: 'chunk-errors',
    runtime: 'browser',
    target: 'that the bundler waits for `load` or `error` of a chunk’s element, which the page hears first',
    range: ['next'],
    loses: 'a chunk that finds no network fails: its part of the page shows a screen',
    guard: ofBrowser,
  },
  {
    name: 'suspensions',
    runtime: 'browser',
    target: 'the messages of what React throws where a component suspends',
    range: ['react'],
    loses: 'what code has caught of it is an event',
    guard: ofBrowserPages,
  },
] as const satisfies readonly PatchOfCandor[];

export type PatchName = (typeof patches)[number]['name'];
/** Of browsers, which report it where one is missing. */
export type BrowserPatchName = Extract<(typeof patches)[number], { runtime: 'browser' }>['name'];
