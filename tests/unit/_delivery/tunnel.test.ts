import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDelivery } from '../../../app/_delivery/delivery';
import { parseDsn } from '../../../app/_delivery/dsn';
import { createRelay } from '../../../app/_delivery/relay';
import { acceptEnvelope, maxEnvelopeBytes } from '../../../app/_delivery/tunnel';
import { createLog } from '../../../app/_reporting/log';
import { respondWith, startReceiver, type Receiver } from '../../support/receiver';

const id = '0123456789abcdef0123456789abcdef';
const envelope = `{"event_id":"${id}"}\n{"type":"event"}\n{}`;

let receiver: Receiver;
let lines: { level: string; msg: string; event: string | null; state: string }[];
beforeEach(async () => {
  receiver = await startReceiver();
  lines = [];
});
afterEach(() => receiver.close());

async function post(body: BodyInit | undefined, headers: Record<string, string> = {}) {
  const log = createLog({ write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) });
  const delivery = createDelivery({ dsn: parseDsn(receiver.dsn), relay: createRelay({ timeoutMs: 5_000 }), log });
  const init = { method: 'POST', body, headers, duplex: 'half' };
  const response = await acceptEnvelope(new Request('http://candor.test/monitoring', init), delivery, log);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  return { response, status: response.status, answer: (await response.json()) as unknown };
}

test('answers 200 with the event id once the service has it, and logs the id', async () => {
  expect(await post(envelope)).toMatchObject({ status: 200, answer: { id, state: 'sent' } });
  expect(receiver.arrivals).toHaveLength(1);
  expect(lines).toEqual([expect.objectContaining({ level: 'info', msg: 'event accepted', event: id, state: 'sent' })]);
});

test('answers 200 with no id to an envelope that is about no event', async () => {
  expect(await post('{}\n{"type":"session"}\n{}')).toMatchObject({ status: 200, answer: { id: null, state: 'sent' } });
});

test('gives back the 4xx of the service and what it said', async () => {
  receiver.answer(respondWith(413, { detail: 'the project takes no more' }));
  expect(await post(envelope)).toMatchObject({
    status: 413,
    answer: { error: 'the project takes no more', state: 'dropped' },
  });
});

test('gives back the 4xx of a service that says nothing', async () => {
  receiver.answer(respondWith(401, '<html></html>'));
  expect(await post(envelope)).toMatchObject({
    status: 401,
    answer: { error: 'the service answered 401', state: 'dropped' },
  });
});

test('answers 503 with Retry-After when the service does not take it now', async () => {
  receiver.answer(respondWith(429, '', { 'Retry-After': '7' }));
  const { response, status, answer } = await post(envelope);
  expect(status).toBe(503);
  expect(answer).toEqual({ error: 'the service answered 429' });
  expect(response.headers.get('Retry-After')).toBe('7');
});

test.each([
  ['no body', undefined, 'The first line of the envelope is not JSON.'],
  ['a first line that is no JSON', 'hello\n{}', 'The first line of the envelope is not JSON.'],
  ['a first line that is no object', '[]\n{}', 'The first line of the envelope is not a JSON object.'],
  ['an endless first line', 'x'.repeat(10_000), 'The first line of the envelope is longer than 8 KiB.'],
])('refuses %s with 400 and sends nothing', async (_, body, error) => {
  expect(await post(body)).toMatchObject({ status: 400, answer: { error } });
  expect(receiver.arrivals).toEqual([]);
});

test('takes an envelope of 2 MiB, and refuses one byte more with 413 and sends nothing', async () => {
  const largest = envelope.padEnd(maxEnvelopeBytes, ' ');
  expect(await post(largest)).toMatchObject({ status: 200 });
  expect(receiver.arrivals.splice(0)).toHaveLength(1);

  expect(await post(`${largest} `)).toMatchObject({
    status: 413,
    answer: { error: 'The envelope is larger than 2 MiB.' },
  });
  expect(receiver.arrivals).toEqual([]);
});

test('reads no further than 2 MiB of an endless body, whatever Content-Length says', async () => {
  const chunk = Buffer.alloc(64 * 1024, ' ');
  let read = 0;
  let isCancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      read += chunk.length;
      controller.enqueue(chunk);
    },
    cancel() {
      isCancelled = true;
    },
  });
  expect(await post(endless, { 'Content-Length': '100' })).toMatchObject({ status: 413 });
  expect(read).toBeLessThanOrEqual(maxEnvelopeBytes + 4 * chunk.length);
  expect(isCancelled).toBe(true);
  expect(receiver.arrivals).toEqual([]);
});

test('counts what arrives, though Content-Length claims too much', async () => {
  expect(await post(envelope, { 'Content-Length': '99999999' })).toMatchObject({ status: 200 });
});
