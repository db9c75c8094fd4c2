// Is loaded before a server of Next's, by `node --import`. It counts the work that Candor's own code makes for a request: what was
// called where the next frame outside of Node is in the chunk that has Candor's start. At SIGUSR2 it prints what was counted since the
// last time.

import { createHook } from 'node:async_hooks';
import channels from 'node:diagnostics_channel';
import fs from 'node:fs';
import { Module } from 'node:module';

Error.stackTraceLimit = 30;
const subscribers = {};
let counts = {};
let chunk;

const { _compile: compile } = Module.prototype;
Module.prototype._compile = function (code, file, ...rest) {
  if (code.includes('patch not in effect')) chunk = file;
  return compile.call(this, code, file, ...rest);
};

const { subscribe } = channels;
channels.subscribe = (name, listener) => {
  subscribers[name] = (subscribers[name] ?? 0) + 1;
  return subscribe(name, listener);
};

function count(what) {
  if (chunk === undefined) return;
  const frames = (new Error().stack ?? '').split('\n').slice(1);
  const caller = frames.find(
    (frame) => !/\((node:|<anonymous>)|at (node:|async |new Promise)/.test(frame) && !frame.includes('count-work'),
  );
  if (caller?.includes(chunk)) counts[what] = (counts[what] ?? 0) + 1;
}

createHook({ init: (_, type) => type === 'PROMISE' && count('promises') }).enable();
for (const name of ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask']) {
  const own = globalThis[name];
  globalThis[name] = Object.assign((...args) => (count('timers'), own(...args)), own);
}
const { nextTick } = process;
process.nextTick = (...args) => (count('timers'), nextTick.call(process, ...args));
for (const [name, own] of Object.entries(fs)) {
  if (typeof own !== 'function' || /^[A-Z]/.test(name)) continue;
  fs[name] = Object.assign((...args) => (count('file calls'), own.apply(fs, args)), own);
}

process.on('SIGUSR2', () => {
  fs.writeSync(1, `${JSON.stringify({ msg: 'counted', subscribers, ...counts })}\n`);
  counts = {};
});
