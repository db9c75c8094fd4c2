// Is loaded before a server of Next's, by `node --import`. It takes away what one patch of Candor holds on to, as a later version of
// Next, React, the SDK or Node might: TAKE_AWAY is the name of the patch.

import { AsyncLocalStorage } from 'node:async_hooks';
import channels from 'node:diagnostics_channel';
import { Server, ServerResponse } from 'node:http';
import { Module } from 'node:module';

const name = process.env.TAKE_AWAY;

const freeze = (object, key) =>
  Object.defineProperty(object, key, { value: object[key], writable: false, configurable: false });

/** Nothing is published on this channel any more. */
function silence(channel) {
  const { subscribe } = channels;
  channels.subscribe = (wanted, listener) => wanted === channel || subscribe(wanted, listener);
}

/** Node changed. */
const ofNode = {
  'response-methods': () => freeze(ServerResponse.prototype, 'write'),
  'request-start': () => silence('http.server.request.start'),
  'socket-end': () => silence('http.server.response.finish'),
  'new-sockets': () => silence('net.server.socket'),
  'response-status': () =>
    Object.defineProperty(ServerResponse.prototype, 'statusCode', { value: 200, writable: true, configurable: false }),
  'error-digest': () =>
    Object.defineProperty(Error.prototype, 'digest', { value: undefined, writable: true, configurable: false }),
  'react-render': () => freeze(AsyncLocalStorage.prototype, 'run'),
  'proxy-hook': () => freeze(Object.assign(globalThis, { _ENTRIES: globalThis._ENTRIES ?? {} }), '_ENTRIES'),
  'waiting-responses': () => Reflect.deleteProperty(process, '_getActiveHandles'),
  'process-exit': () => freeze(process, 'exit'),
  'server-close': () => freeze(Server.prototype, 'close'),
  'scrubbed-output': () => [process.stdout, process.stderr].map((output) => freeze(output, 'write')),
};

// Next, React or the SDK renamed something. In Candor's code the old name stands for what is gone.
const renamed = {
  'react-store': ['pingedTasks'],
  'react-end': ['completedErrorChunks'],
  'work-storage': ['"workAsyncStorage"'],
  'after-errors': ['onTaskError'],
  'entered-actions': ['"workUnitAsyncStorage"'],
  'outside-render': ['"workUnitAsyncStorage"'],
  'sdk-client': ['_client'],
  'start-promise': ['ensureInstrumentationRegistered'],
  'cache-headers': ['x-nextjs-cache', 'x-nextjs-prerender'],
  'failed-document': ['__next_error__'],
  'flight-rows': ['__next_f'],
  'failed-part': ['data-dgst', '$RX'],
  'router-state': [/\.(?=parseAndValidateFlightRouterState[,;])/g],
  'app-paths': [/\.(?=normalizeAppPath[,;])/g],
  'thrown-by-next': ['failed to pipe response'],
  'routes-manifest': ['routes-manifest.json'],
};

/** The patch in whose file the name stands, where it is another one. */
const standsBeside = {
  'react-store': 'react-render',
  'entered-actions': 'work-storage',
  'outside-render': 'work-storage',
};

/** Every chunk of the build that has Candor's code for it, as it is compiled. */
function rename(patch, names) {
  const { _compile: compile } = Module.prototype;
  const marker = new RegExp(`\\(["'\`]${standsBeside[patch] ?? patch}["'\`]\\)`);
  Module.prototype._compile = function (code, file, ...rest) {
    const isCandors = /[\\/]server[\\/]chunks[\\/]/.test(file) && marker.test(code);
    const changed = isCandors ? names.reduce((text, old) => text.replaceAll(old, changeName), code) : code;
    return compile.call(this, changed, file, ...rest);
  };
}

/** After the punctuation that it begins with. */
const changeName = (old) => old.replace(/^\W*/, '$&gone_');

ofNode[name]?.();
if (renamed[name]) rename(name, renamed[name]);
