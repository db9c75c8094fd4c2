// Is loaded before a server of Next's, by `node --import`. It takes away what one patch of Candor relies on, as a later version of
// Next, React, the SDK or Node might: TAKE_AWAY is the name of the patch, or a list with commas.

import { AsyncLocalStorage } from 'node:async_hooks';
import channels from 'node:diagnostics_channel';
import { Server, ServerResponse } from 'node:http';
import { Module } from 'node:module';

/** @param {object} object @param {string} key */
const freeze = (object, key) =>
  Object.defineProperty(object, key, { value: Reflect.get(object, key), writable: false, configurable: false });

/** Nothing is published on this channel any more. @param {string} channel */
function silence(channel) {
  const { subscribe } = channels;
  channels.subscribe = (wanted, listener) => wanted === channel || subscribe(wanted, listener);
}

/** Node changed. @type {Record<string, () => unknown>} */
const ofNode = {
  'response-methods': () => {
    const { write } = ServerResponse.prototype;
    Object.defineProperty(ServerResponse.prototype, 'write', { value: write, writable: true, configurable: false });
  },
  'request-start': () => silence('http.server.request.start'),
  'socket-end': () => silence('http.server.response.finish'),
  'new-sockets': () => silence('net.server.socket'),
  'response-status': () =>
    Object.defineProperty(ServerResponse.prototype, 'statusCode', { value: 200, writable: true, configurable: false }),
  'error-digest': () =>
    Object.defineProperty(Error.prototype, 'digest', { value: undefined, writable: true, configurable: false }),
  'react-render': () => freeze(AsyncLocalStorage.prototype, 'run'),
  'proxy-hook': () => freeze(Object.assign(globalThis, { _ENTRIES: {} }), '_ENTRIES'),
  'process-exit': () => freeze(process, 'exit'),
  'server-close': () => freeze(Server.prototype, 'close'),
  'scrubbed-output': () => [process.stdout, process.stderr].map((output) => freeze(output, 'write')),
};

/**
 * Next, React or the SDK renamed something. In Candor's code the old name stands for what is gone.
 * @type {Record<string, (string | RegExp)[]>}
 */
const renamed = {
  'react-store': ['pingedTasks'],
  'work-storage': [/["'`]workAsyncStorage(?=["'`]\))/g],
  'after-errors': ['onTaskError'],
  'entered-actions': [/["'`]workUnitAsyncStorage(?=["'`]\))/g],
  'outside-render': [/["'`]workUnitAsyncStorage(?=["'`]\))/g],
  'sdk-client': ['_client'],
  'start-promise': ['ensureInstrumentationRegistered'],
  'error-page': ['renderErrorToResponse'],
  'failed-document': ['__next_error__'],
  'flight-rows': [/(?<=<script\[\^<>\]\*>self\\\.)__next_f/g],
  'failed-part': ['data-dgst', '$RX'],
  'thrown-by-next': [/(?<=\]next\[\\\\\/\])dist(?=\[\\\\\/\]\/)/g],
  'errors-of-streams': ['failed to pipe response'],
  interrupts: [/(?<=\/\^)NEXT_HTTP_ERROR_FALLBACK/g],
  'router-states': [/(?<=Multiple\) )router state header/g],
  'sdk-mark': ['__sentry_captured__'],
  'matched-page': ['NextInternalRequestMeta'],
  'routes-manifest': ['routes-manifest.json'],
  'dist-folder': [/instrumentation(?=\\\.js\$)/g],
  'built-record': ['inline-scripts.json'], // As a build leaves none that is not recognised.
};

/** The patch in whose file the name stands, where it is another one. @type {Record<string, string>} */
const standsBeside = {
  'react-store': 'react-render',
  'entered-actions': 'work-storage',
  'outside-render': 'work-storage',
  'errors-of-streams': 'thrown-by-next',
  interrupts: 'thrown-by-next',
  'router-states': 'thrown-by-next',
};

/** Every chunk of the build that has Candor's code for it, as it is compiled. @param {string} patch @param {(string | RegExp)[]} names */
function rename(patch, names) {
  const modules = /** @type {{ _compile: (code: string, file: string, ...rest: unknown[]) => unknown }} */ (
    /** @type {unknown} */ (Module.prototype)
  );
  const { _compile: compile } = modules;
  const marker = new RegExp(`\\(["'\`]${standsBeside[patch] ?? patch}["'\`]\\)`);
  modules._compile = function (code, file, ...rest) {
    const isCandors = /[\\/]server[\\/]chunks[\\/]/.test(file) && marker.test(code);
    const changed = isCandors ? names.reduce(withoutName, code) : code;
    return compile.call(this, changed, file, ...rest);
  };
}

/** @param {string} code @param {string | RegExp} old which may begin with punctuation */
const withoutName = (code, old) =>
  code.replaceAll(old, (/** @type {string} */ found) => found.replace(/^\W*/, '$&gone_'));

for (const name of process.env.TAKE_AWAY?.split(',') ?? []) {
  ofNode[name]?.();
  if (renamed[name]) rename(name, renamed[name]);
}
