// Is loaded before a server of Next's, by `node --import`. It counts the work that Candor's own code makes for a request: what was
// called where the next frame outside of Node is in a chunk that has Candor's start, its policy, or what both use. At SIGUSR2 it prints
// what was counted since the last time, and goes on.

import { createHook } from 'node:async_hooks';
import channels from 'node:diagnostics_channel';
import fs from 'node:fs';
import { Module } from 'node:module';
import timers from 'node:timers';

Error.stackTraceLimit = 30;
/** @type {Record<string, number>} */
const subscribers = {};
/** @type {Record<string, number>} */
let counts = {};
/** @type {string[]} */
const chunks = [];

const modules = /** @type {{ _compile: (code: string, file: string, ...rest: unknown[]) => unknown }} */ (
  /** @type {unknown} */ (Module.prototype)
);
const { _compile: compile } = modules;
/** @param {string} code @param {string} file @param {unknown[]} rest */
modules._compile = function (code, file, ...rest) {
  if (/patch not in effect|policy only reports|too slow/.test(code)) chunks.push(file);
  return compile.call(this, code, file, ...rest);
};

const { subscribe } = channels;
channels.subscribe = (name, listener) => {
  subscribers[String(name)] = (subscribers[String(name)] ?? 0) + 1;
  return subscribe(name, listener);
};

/** @param {string} what */
function count(what, by = 1) {
  if (chunks.length === 0) return;
  const frames = (new Error().stack ?? '').split('\n').slice(1);
  const caller = frames.find(
    (frame) => !/\((node:|<anonymous>)|at (node:|async |new Promise)/.test(frame) && !frame.includes('count-work'),
  );
  if (chunks.some((chunk) => caller?.includes(chunk))) counts[what] = (counts[what] ?? 0) + by;
}

createHook({ init: (_, type) => type === 'PROMISE' && count('promises') }).enable();
/** @param {object} object @param {string} name @param {string} what */
function countCalls(object, name, what) {
  const own = Reflect.get(object, name);
  const counted = (/** @type {unknown[]} */ ...args) => (count(what), Reflect.apply(own, object, args));
  Reflect.set(object, name, Object.assign(counted, own));
}

for (const name of ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'])
  countCalls(globalThis, name, 'timers');
countCalls(process, 'nextTick', 'timers');
countCalls(timers, 'setTimeout', 'timers');
countCalls(Buffer, 'concat', 'copies');
for (const [name, own] of Object.entries(fs))
  if (typeof own === 'function' && !/^[A-Z]/.test(name) && name !== 'writeSync') countCalls(fs, name, 'file calls');

const { writeSync } = fs;
/** @param {number} fd @param {string | NodeJS.ArrayBufferView} data @param {unknown[]} rest */
function countedWrite(fd, data, ...rest) {
  if (fd !== 1) count('file calls');
  else count('lines', String(data).split('\n').length - 1);
  if (fd === 1) count('bytes of lines', Buffer.byteLength(/** @type {string} */ (data)));
  return Reflect.apply(writeSync, fs, [fd, data, ...rest]);
}
Reflect.set(fs, 'writeSync', countedWrite);

process.on('SIGUSR2', () => {
  fs.writeSync(1, `${JSON.stringify({ msg: 'counted', subscribers, ...counts })}\n`);
  counts = {};
});
