// All that Candor changes or reads in Next, React, the SDK and Node past their public APIs, as data for any runtime.

import { listPatches, type Described, type Part, type Runtime } from './list-patches.js';

/** The versions that Candor was tested with, as `major.minor`. */
export const tested = {
  next: ['16.2', '16.4'],
  react: ['19.2', '19.3'],
  '@sentry/core': ['10.52', '11.1'],
  node: ['20.19', '26.99'],
} as const satisfies Record<Part, readonly [oldest: string, newest: string]>;

const manifest = {
  server: {
    'request-start': {
      target: 'the diagnostics channel `http.server.request.start`',
      range: ['node'],
      loses:
        'requests share scopes, a shutdown does not wait for them, clients share one limit, and malformed targets reach Next',
    },
    'response-status': {
      target: '`statusCode` of `http.ServerResponse.prototype`',
      range: ['node'],
      loses: 'failed responses of handlers lack `Error-Digest`, and keep Next’s own body',
      upstream: 'A response for onRequestError',
    },
    'error-digest': {
      target: '`Error.prototype.digest`',
      range: ['react'],
      loses: 'the response to a non-extensible error never ends, as without Candor',
      upstream: 'A digest made by the application',
    },
    'react-render': {
      target: '`run` of `AsyncLocalStorage.prototype`, and `onError` of the render that React passes to it',
      range: ['react', 'node'],
      loses:
        'screens show Next’s hash as the digest, and the log line names the event separately; background failures have neither',
      upstream: 'A digest made by the application',
    },
    'work-storage': {
      target: 'Next’s `workAsyncStorage`',
      range: ['next'],
      loses: 'failures outside of `onRequestError` have no route, and requests of the edge runtime share their scopes',
      upstream: 'The digest in the context of onRequestError',
    },
    'after-errors': {
      target: '`onTaskError` of the `afterContext` that Next’s `workAsyncStorage` runs with',
      range: ['next'],
      loses: 'errors thrown in `after()` appear only in Next’s own output',
      upstream: 'Failures in after() for onRequestError',
    },
    'entered-actions': {
      target: '`run` of Next’s `workUnitAsyncStorage`, and its `actionAsyncStorage`',
      range: ['next'],
      loses: 'malformed action requests count as failures',
      upstream: 'The digest in the context of onRequestError',
    },
    'outside-render': {
      target: 'Next’s `workUnitAsyncStorage`, and `__SENTRY_SAFE_RANDOM_ID_WRAPPER__` of the SDK on `globalThis`',
      range: ['next', '@sentry/core'],
      loses: 'with Cache Components, a page that fails while prerendering is logged and reported as Next’s abort',
    },
    'sdk-client': {
      target: '`_client` of the SDK’s default scope',
      range: ['@sentry/core'],
      loses: 'a team’s own `Sentry.init` on the server may find a client there, and do nothing',
    },
    'sdk-mark': {
      target: '`__sentry_captured__`, which the SDK sets on an error',
      range: ['@sentry/core'],
      loses: 'an error that is thrown for two requests has one event',
    },
    'proxy-hook': {
      target: '`_ENTRIES.middleware_instrumentation` on `globalThis`',
      range: ['next'],
      loses: 'a failure of `proxy.ts` is reported by the last resort, under the route `/_error`',
      upstream: 'https://github.com/vercel/next.js/issues/83404',
    },
    'error-page': {
      target: '`renderErrorToResponse` of Next’s server',
      range: ['next'],
      loses:
        'failures for which Next calls no hook show its text `Internal Server Error`, without a reference, line or event; a request that Next refuses with 400 or 405 gets 500',
      upstream: 'A response for onRequestError',
    },
    'start-promise': {
      target: 'Next’s `ensureInstrumentationRegistered`',
      range: ['next'],
      loses: 'if the team’s `register()` throws, the process stays up and responds to every request with 500',
    },
    'process-exit': {
      target: '`process.exit`, from the first SIGTERM or SIGINT on',
      range: ['node', 'next'],
      loses: 'a signal ends the process with status 143 or 130 instead of 0, while events may be on their way',
    },
    'server-close': {
      target: '`close` of `http.Server.prototype`, during `DRAIN_SECONDS`',
      range: ['node', 'next'],
      loses: 'the port is closed at SIGTERM',
    },
    'socket-end': {
      target: 'the diagnostics channel `http.server.response.finish`, and `destroySoon` of a socket',
      range: ['node'],
      loses: 'a client that is still sending when it is answered may lose the response',
      upstream: 'Bodies that nobody reads',
    },
    'new-sockets': {
      target: 'the diagnostics channel `net.server.socket`',
      range: ['node'],
      loses: 'connections that browsers opened in advance delay a shutdown',
    },
    'failed-document': {
      target: 'the document `<html id="__next_error__">` with an empty body',
      range: ['next'],
      loses: 'a failed document is recognised only by its empty body',
    },
    'flight-rows': {
      target: 'the rows of React’s data in `self.__next_f`',
      range: ['next', 'react'],
      loses:
        'where scripts are off, screens lack their page’s own stylesheets, and the digest of a failure for which no hook was called',
    },
    'failed-part': {
      target: 'React’s `<template data-dgst>` and its call `$RX`',
      range: ['react'],
      loses: 'without scripts, a part that failed while it was streamed keeps its fallback',
    },
    'thrown-by-next': {
      target:
        'stacks that begin in `next/dist`, the messages `failed to pipe response` and `The router state header …`, and digests like `NEXT_HTTP_ERROR_FALLBACK;404`',
      range: ['next'],
      loses:
        'malformed requests count as failures, all broken streams have the same error, and without scripts, a page that calls `notFound()` late keeps its fallback',
      upstream: 'The digest in the context of onRequestError',
    },
    'dist-folder': {
      target: 'Node’s module cache, which has the build’s `server/instrumentation.js`',
      range: ['node', 'next'],
      loses: 'a build in a folder other than `.next` is not found unless the process was started beside it',
    },
    'scrubbed-output': {
      target: '`process.stdout.write` and `process.stderr.write`',
      range: ['node'],
      loses: 'Next’s output may contain secrets and forged lines',
    },
  },
  build: {
    'development-frames': {
      target: '`/__nextjs_original-stack-frames` of the development server',
      range: ['next'],
      loses: 'events of the development server name chunks and not sources',
      upstream: 'Mapping a stack outside Next',
    },
  },
  browser: {
    'react-roots': {
      target:
        '`createRoot` and `hydrateRoot` of `react-dom/client`, and `__reactContainer$…`, which shows that a page hydrates',
      range: ['react', 'next'],
      loses:
        'errors that a boundary caught are reported only where a screen of Candor is shown, and without the components around them',
    },
    'page-fetch': {
      target: '`window.fetch`, and Next’s headers `rsc`, `next-action` and `x-nextjs-action-not-found`',
      range: ['next'],
      loses: 'offline, actions fail and navigations replace the page; failed requests are not breadcrumbs',
    },
    'response-json': {
      target: '`Response.prototype.json`',
      range: [],
      loses: 'in Chromium, an uncaught error from reading HTML as JSON is not an event',
    },
    'sdk-calls': {
      target: '`defaultCurrentScope` of the SDK’s `__SENTRY__`, and `setClient` of that scope',
      range: ['@sentry/core'],
      loses: 'a team’s `Sentry.captureException` and the like do nothing in the browser',
    },
    'sdk-scopes': {
      target: '`globalScope` and `stack` of the SDK’s `__SENTRY__`',
      range: ['@sentry/core'],
      loses: 'browser events lack the tags, user and other data that a team set with the SDK',
    },
    'route-pattern': {
      target:
        '`__PRIVATE_NEXTJS_INTERNALS_TREE` of `history.state`, if it has `__NA`; otherwise `window.next.router`, if `window.next.appDir` is not set',
      range: ['next'],
      loses: 'events of browsers have no `transaction`',
    },
    'chunk-errors': {
      target: '`load` and `error` of a chunk’s element, for which the bundler waits, and which the page observes first',
      range: ['next'],
      loses: 'a chunk that is requested offline fails, and its part of the page shows a screen',
    },
    suspensions: {
      target: 'the messages of the values that React throws to suspend a component',
      range: ['react'],
      loses: 'such a value becomes an event if code catches it',
    },
  },
} as const satisfies Record<Runtime, Record<string, Described>>;

export type BrowserPatchName = keyof typeof manifest.browser;
export type PatchName = keyof typeof manifest.server | keyof typeof manifest.build | BrowserPatchName;

export const patches = listPatches(manifest);
export const browserPatches = Object.keys(manifest.browser) as BrowserPatchName[];
