import { AsyncLocalStorage } from 'node:async_hooks';
import { writeSync } from 'node:fs';
import { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

// Imported by a server before anything else: it becomes the process of a platform that runs only while it has a request. When the last
// response has ended, and the promises that `waitUntil` was given are settled or two seconds have passed, it says so and stops itself,
// until somebody sends SIGCONT. With PLATFORM_WAITS=off there is no `waitUntil`.

const requests = new AsyncLocalStorage();
let active = 0;
let frozen = 0;

if (process.env.PLATFORM_WAITS !== 'off') {
  Reflect.set(globalThis, Symbol.for('@next/request-context'), { get: () => requests.getStore() });
}

Server.prototype.emit = new Proxy(Server.prototype.emit, {
  apply(emit, server, args) {
    const [name, , response] = args;
    if (name !== 'request') return Reflect.apply(emit, server, args);
    /** @type {Promise<unknown>[]} */
    const work = [];
    active += 1;
    response.once('close', () => void settled(work).then(ended));
    const context = { waitUntil: (/** @type {Promise<unknown>} */ promise) => void work.push(promise) };
    return requests.run(context, () => Reflect.apply(emit, server, args));
  },
});

/** Work that ends may have handed over more. @param {Promise<unknown>[]} work */
async function settled(work) {
  const timeout = new AbortController();
  const all = async () => {
    for (let known = -1; known !== work.length;) {
      known = work.length;
      await Promise.allSettled(work);
    }
  };
  await Promise.race([all(), pause(2_000, undefined, timeout).catch(() => {})]);
  timeout.abort();
}

function ended() {
  active -= 1;
  if (active > 0) return;
  frozen += 1;
  writeSync(1, `frozen ${frozen}\n`);
  process.kill(process.pid, 'SIGSTOP'); // Before this call returns.
}
