import { once } from 'node:events';
import { keptIn } from '../unit/outbox/use-outbox';
import { request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { manyFailures } from '../support/application';
import { accept, hang, respondWith, type Respond } from '../support/fake-ingest';
import { waitUntil } from '../support/wait-until';
import { receiverOfThisTest, tempFolder } from '../unit/delivery/set-up-delivery';
import { digestsIn, idsAt, newEnvelope, startTested } from './load';
import { isLong } from './size';

const senders = 24;
const requestsBefore = isLong ? 300 : 200;

const failing = '/failing-page?fail=server-render';
const pages = ['/', '/failing-page', failing, '/failing-page?fail=server-stream', '/nowhere'];

async function setUp(settings: Record<string, string> = {}) {
  const folder = await tempFolder();
  const ingest = await receiverOfThisTest();
  const start = async () => {
    const places = { SENTRY_DSN: ingest.dsn, OUTBOX_DIR: folder };
    const application = await startTested({ ...places, ...manyFailures, ...settings });
    // By its number: a name that stands for two addresses has Node give up on each after 250 ms.
    return { ...application, url: application.url.replace('localhost', '127.0.0.1') };
  };
  return { folder, ingest, start, application: await start() };
}

/** `incomplete`: the server had begun with it, for it said `100 Continue`, and then did not respond with all of it. */
type Outcome = 'complete' | 'incomplete' | 'not taken';

/** Asks on a connection of its own, and has the server say when it has taken the request. */
async function ask(url: string, path: string, body?: string): Promise<{ outcome: Outcome; status?: number }> {
  let isTaken = false;
  try {
    const headers = { Expect: '100-continue', ...(body && { 'Content-Length': body.length }) };
    const asked = request(url + path, { method: body ? 'POST' : 'GET', agent: false, headers });
    asked.once('continue', () => {
      isTaken = true;
      asked.end(body);
    });
    asked.flushHeaders();
    const [response] = await once(asked, 'response');
    response.resume();
    await once(response, 'end');
    return { outcome: response.complete ? 'complete' : 'incomplete', status: response.statusCode };
  } catch {
    return { outcome: isTaken ? 'incomplete' : 'not taken' };
  }
}

/** Asks for pages and posts envelopes, without a pause, until nothing is taken any more. */
async function load(url: string, onResponses: () => void) {
  const outcomes = { complete: 0, incomplete: [] as string[], acknowledged: [] as string[] };
  async function send() {
    for (let turn = 0; ; turn += 1) {
      const path = pages[turn % pages.length] ?? '/';
      const { id, body } = newEnvelope();
      const [page, post] = await Promise.all([ask(url, path), ask(url, '/monitoring', body)]);
      if (page.outcome === 'incomplete') outcomes.incomplete.push(path);
      if (post.outcome === 'incomplete') outcomes.incomplete.push('/monitoring');
      if (post.status === 200 || post.status === 202) outcomes.acknowledged.push(id);
      outcomes.complete += [page, post].filter(({ outcome }) => outcome === 'complete').length;
      onResponses();
      if (page.outcome === 'not taken' && post.outcome === 'not taken') return;
    }
  }
  await Promise.all(Array.from({ length: senders }, send));
  return outcomes;
}

test.each([
  ['SIGTERM', 'a service that responds', accept],
  ['SIGTERM', 'a service that hangs and clients that never end', hang],
  ['SIGINT', 'a service that responds', accept],
] as const)('after %s under load, with %s, requests get their responses, and no event is lost', async (...row) => {
  const [signal, , respond] = row;
  const { folder, ingest, start, application } = await setUp();
  if (respond === hang) await stall(application.url);
  async function endAmidDelivery() {
    ingest.answer(respond);
    const before = ingest.arrivals.length;
    await waitUntil('the service to be asked', () => ingest.arrivals.length > before);
    return application.terminate(signal);
  }
  let responses = 0;
  let ended: Promise<number | null> | undefined;
  const { complete, incomplete, acknowledged } = await load(application.url, () => {
    responses += 1;
    if (responses === requestsBefore / 2) ended = endAmidDelivery();
  });
  expect(await ended).toBe(0);
  expect(incomplete).toEqual([]);
  expect(complete).toBeGreaterThan(requestsBefore / 2);

  const digests = digestsIn(application.log);
  const events = [...acknowledged, ...digests];
  expect(Math.min(acknowledged.length, digests.length)).toBeGreaterThan(0);
  const missing = () => {
    const arrived = new Set(idsAt(ingest));
    return events.filter((id) => !arrived.has(id));
  };
  console.log(`${complete} complete, ${events.length} events, ${missing().length} of them not sent before the end`);
  ingest.answer(accept);
  await start();
  await waitUntil('an empty outbox', () => keptIn(folder).length === 0, 60_000);
  expect(missing()).toEqual([]);
});

test('with reporting off SIGTERM ends the server with 0, in spite of clients that never end', async () => {
  const { application } = await setUp({ SENTRY_DSN: '' });
  await stall(application.url);
  expect(await application.terminate('SIGTERM')).toBe(0);
});

test('a rolling stop with DRAIN_SECONDS refuses no request of clients that go where an instance is ready', async () => {
  const { start, application } = await setUp({ DRAIN_SECONDS: '5' });
  const instances = [application, await start()];
  const outcomes: string[] = [];
  let isOver = false;
  /** As a balancer does: a request goes to an instance that was ready when it was asked last. */
  async function send(turn: number) {
    const ready: string[] = [];
    for (const { url } of instances) if ((await ask(url, '/monitoring?ready')).status === 200) ready.push(url);
    const paths = [...pages, '/monitoring'];
    const path = paths[turn % paths.length] ?? '/';
    const { outcome } = await ask(ready[turn % ready.length] ?? 'http://nowhere.invalid', path);
    outcomes.push(outcome);
  }
  const clients = Array.from({ length: 4 }, async (_, client) => {
    for (let turn = client; !isOver; turn += 1) await send(turn);
  });
  const some = async () => {
    const before = outcomes.length;
    await waitUntil('some requests', () => outcomes.length > before + 20, 60_000);
  };
  for (const [index, instance] of [...instances.entries()]) {
    await some();
    const ended = instance.terminate('SIGTERM');
    await waitUntil('it not to be ready', async () => (await ask(instance.url, '/monitoring?ready')).status === 503);
    expect(await ask(instance.url, '/'), 'it still serves').toEqual({ outcome: 'complete', status: 200 });
    expect(await ended).toBe(0);
    expect((await ask(instance.url, '/')).outcome, 'its port is closed').toBe('not taken');
    instances[index] = await start();
  }
  await some();
  isOver = true;
  await Promise.all(clients);
  expect(outcomes.filter((outcome) => outcome !== 'complete')).toEqual([]);
});

/** Connections on which a request has begun and will not end: in its body, and in its head. */
async function stall(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  for (const text of [
    'POST /monitoring HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"event_id"',
    'GET / HTTP/1.1\r\nHost: x\r\n',
  ]) {
    const socket = connect(Number(port), hostname).on('error', () => {}); // It is cut off in the end.
    await once(socket, 'connect');
    socket.write(text);
  }
  await fetch(url); // They were there before.
}

describe('a server whose disk goes with it', () => {
  /** It has failed once, and the service has not taken the event. */
  async function setUpWaiting(respond: Respond) {
    const { application, ingest, folder } = await setUp({ LIFETIME: 'process' });
    ingest.answer(respond);
    await ask(application.url, failing);
    const { digest } = await application.waitForLog(({ msg }) => msg === 'request failed');
    await application.waitForLog(({ msg, event }) => msg === 'event not delivered' && event === digest);
    expect(idsAt(ingest)).toEqual([]);
    return { application, ingest, folder, digest };
  }

  test('sends what waits when it is stopped, in spite of its own pause', async () => {
    const { application, ingest, folder, digest } = await setUpWaiting(respondWith(503));
    ingest.answer(accept);
    expect(await application.terminate()).toBe(0);
    expect([idsAt(ingest), keptIn(folder)]).toEqual([[digest], []]);
  });

  test('waits for no pause of the service, has a line for what it could not deliver, and keeps nothing of browsers', async () => {
    const { application, digest } = await setUpWaiting(respondWith(429, {}, { 'Retry-After': '600' }));
    expect((await ask(application.url, '/monitoring', newEnvelope().body)).status).toBe(503);
    expect(await application.terminate()).toBe(0);
    const left = application.log.filter(({ reason }) => reason === 'the server has ended');
    expect(left).toMatchObject([{ msg: 'event not delivered', event: digest, next: 'lost with its disk' }]);
  });
});
