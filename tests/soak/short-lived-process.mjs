// A process that works while a request does: opens the built shared outbox, and runs the steps of its arguments, each of which writes one
// line of JSON. It ends by itself when nothing is open any more.

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { setImmediate as turn } from 'node:timers/promises';

// Of the application that the soak tests, since other steps may build the package meanwhile.
const dist = new URL('../../.copies/tested/candor/dist/', import.meta.url);
const { createOutbox } = await import(new URL('outbox/disk/disk-outbox.js', dist).href);
const { openSharedOutbox } = await import(new URL('outbox/redis/open-shared-outbox.js', dist).href);
const { openEnvelope } = await import(new URL('envelope/envelope.js', dist).href);

const { FOLDER = '', REDIS_URL: url, PREFIX: prefix, RECEIVER: receiver = '', TIMEOUT_MS: timeoutMs } = process.env;
const limits = { bytes: 1e9, envelopes: 100_000 };
/** @type {(fields: object, msg: string) => void} */
const writeLog = (fields, msg) => write({ step: 'log', msg, ...fields });
const log = { info: writeLog, warn: writeLog, error: writeLog };
const own = createOutbox(FOLDER, limits);
const place = { url, prefix, timeoutMs: Number(timeoutMs), lifetime: 'request' };
const { outbox } = await openSharedOutbox({ ...place, own, limits, log });

/** @type {Record<string, () => Promise<object | void>>} */
const steps = {
  /** How many connections are open. */
  async connections() {
    await turn();
    await turn(); // What was closed just now is listed until then.
    return { count: process.getActiveResourcesInfo().filter((name) => /^(TCPSocket|TLS)Wrap$/.test(name)).length };
  },
  put: () => put(false),
  /** And claims it, as one that is about to be sent. */
  claim: () => put(true),
  /** Sends all that is kept. */
  async drain() {
    let sent = 0;
    for (let next; (next = await outbox.claimNext(() => true)); sent += 1) {
      await send(next.bytes);
      await outbox.remove(next.entry);
    }
    return { sent };
  },
  rest: () => outbox.rest(),
  /** Waits for a line. */
  async wait() {
    const lines = createInterface({ input: process.stdin });
    await once(lines, 'line');
    lines.close();
    process.stdin.unref();
  },
};

for (const step of process.argv.slice(2)) write({ step, ...(await steps[step]?.()) });

/** @param {boolean} claimed */
async function put(claimed) {
  const eventId = randomBytes(16).toString('hex');
  const envelope = openEnvelope(Buffer.from(`{"event_id":"${eventId}"}\n{"type":"event"}\n{"event_id":"${eventId}"}`));
  const { fallback } = await outbox.put(envelope, { source: 'server', claimed });
  return { eventId, isOwn: fallback !== undefined };
}

/** @param {Uint8Array} bytes */
async function send(bytes) {
  const sending = request(receiver, { method: 'POST', agent: false });
  sending.end(bytes);
  const [response] = await once(sending, 'response');
  response.resume();
  await once(response, 'close');
}

/** @param {object} line */
function write(line) {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
