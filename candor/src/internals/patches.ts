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
        'requests have no scopes and no shutdown of their own, clients share one limit, and malformed targets reach Next',
    },
    'response-status': {
      target: '`statusCode` of `http.ServerResponse.prototype`',
      range: ['node'],
      loses: 'failed responses of handlers have no `Error-Digest`, and the body that Next gives them',
      upstream: 'A response for onRequestError',
    },
    'error-digest': {
      target: '`Error.prototype.digest`',
      range: ['react'],
      loses: 'a response to an error that no property can be added to never ends, as without Candor',
      upstream: 'A digest made by the application',
    },
    'react-render': {
      target: '`run` of `AsyncLocalStorage.prototype`, and `onError` of the render that React passes to it',
      range: ['react', 'node'],
      loses:
        'screens show Next’s hash as the digest, and its line has the event beside it; what fails in the background has neither',
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
      loses: 'what is thrown in `after()` stands in Next’s own output only',
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
      loses: 'with Cache Components a page that fails while it is made has the line and the event of Next’s abort',
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
        'failures that Next calls no hook for have its text `Internal Server Error`, and no reference, line or event; a request that Next refuses by 400 or 405 gets 500',
      upstream: 'A response for onRequestError',
    },
    'start-promise': {
      target: 'Next’s `ensureInstrumentationRegistered`',
      range: ['next'],
      loses: 'a `register()` of the team that throws leaves a process which answers every request with 500',
    },
    'process-exit': {
      target: '`process.exit`, from the first SIGTERM or SIGINT on',
      range: ['node', 'next'],
      loses: 'the process ends with the status 143 or 130 at a signal, and not with 0',
    },
    'server-close': {
      target: '`close` of `http.Server.prototype`, while `DRAIN_SECONDS` last',
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
      loses: 'a failed document is known by its empty body alone',
    },
    'flight-rows': {
      target: 'the rows of React’s data in `self.__next_f`',
      range: ['next', 'react'],
      loses:
        'without scripts screens lack the stylesheets of their page alone, and the digest of a failure that no hook was called for',
    },
    'failed-part': {
      target: 'React’s `<template data-dgst>` and its call `$RX`',
      range: ['react'],
      loses: 'without scripts a part that failed while it was streamed stays as its fallback',
    },
    'thrown-by-next': {
      target:
        'stacks that begin in `next/dist`, the messages `failed to pipe response` and `The router state header …`, and digests like `NEXT_HTTP_ERROR_FALLBACK;404`',
      range: ['next'],
      loses:
        'malformed requests count as failures, a broken stream has the same error as every other, and without scripts a page that calls `notFound()` late stays at its fallback',
      upstream: 'The digest in the context of onRequestError',
    },
    'dist-folder': {
      target: 'Node’s cache of modules, which has `server/instrumentation.js` of the build',
      range: ['node', 'next'],
      loses: 'a build in another folder than `.next` is not found, where the process was not started beside it',
    },
    'scrubbed-output': {
      target: '`process.stdout.write` and `process.stderr.write`',
      range: ['node'],
      loses: 'secrets and forged lines may stand in what Next prints',
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
        '`createRoot` and `hydrateRoot` of `react-dom/client`, and `__reactContainer$…` by which a page is seen to hydrate',
      range: ['react', 'next'],
      loses:
        'errors that a boundary caught are reported only where a screen of Candor is shown, and without the components around them',
    },
    'page-fetch': {
      target: '`window.fetch`, and Next’s headers `rsc`, `next-action` and `x-nextjs-action-not-found`',
      range: ['next'],
      loses: 'without a network an action fails and a navigation replaces the page; failed requests are no breadcrumbs',
    },
    'response-json': {
      target: '`Response.prototype.json`',
      range: [],
      loses: 'in Chromium, HTML that is read as JSON becomes no event where nobody catches the error',
    },
    'sdk-calls': {
      target: '`defaultCurrentScope` of the SDK’s `__SENTRY__`, and `setClient` of that scope',
      range: ['@sentry/core'],
      loses: 'a team’s `Sentry.captureException` and the like do nothing in the browser',
    },
    'sdk-scopes': {
      target: '`globalScope` and `stack` of the SDK’s `__SENTRY__`',
      range: ['@sentry/core'],
      loses: 'events of browsers lack the tags, the user and the like that a team has set with the SDK',
    },
    'route-pattern': {
      target:
        '`__PRIVATE_NEXTJS_INTERNALS_TREE` of `history.state`, where `__NA` is; else `window.next.router`, where `window.next.appDir` is not',
      range: ['next'],
      loses: 'events of browsers have no `transaction`',
    },
    'chunk-errors': {
      target: 'that the bundler waits for `load` or `error` of a chunk’s element, which the page observes first',
      range: ['next'],
      loses: 'a chunk that finds no network fails: its part of the page shows a screen',
    },
    suspensions: {
      target: 'the messages of what React throws where a component suspends',
      range: ['react'],
      loses: 'what code has caught of it is an event',
    },
  },
} as const satisfies Record<Runtime, Record<string, Described>>;

export type BrowserPatchName = keyof typeof manifest.browser;
export type PatchName = keyof typeof manifest.server | keyof typeof manifest.build | BrowserPatchName;

export const patches = listPatches(manifest);
export const browserPatches = Object.keys(manifest.browser) as BrowserPatchName[];
