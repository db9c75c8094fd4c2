import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDelivery, type Delivery } from '../../../app/_delivery/delivery';
import { parseDsn } from '../../../app/_delivery/dsn';
import { createRelay } from '../../../app/_delivery/relay';
import { createLog } from '../../../app/_reporting/log';
import { installReporter } from '../../../app/_reporting/reporter';
import { GET, POST } from '../../../app/monitoring/route';
import { respondWith, startReceiver, type Receiver } from '../../support/receiver';

const id = '0123456789abcdef0123456789abcdef';
const log = createLog({ write: () => {} });

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

function turnReporting(onOrOff: 'on' | 'off') {
  const dsn = parseDsn(receiver.dsn);
  const delivery: Delivery | undefined =
    onOrOff === 'on' ? createDelivery({ dsn, relay: createRelay({ timeoutMs: 5_000 }), log }) : undefined;
  installReporter({
    log,
    delivery,
    environment: 'staging',
    release: '1.2.3',
    inboxUrl: undefined,
    examplePage: true,
    failures: { requestFailed: () => {}, processFailed: () => {} },
  });
}

async function ask(query = '') {
  const response = GET(new Request(`http://candor.test/monitoring${query}`));
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  const text = await response.text();
  expect(text).not.toContain('publickey');
  return { status: response.status, answer: JSON.parse(text) as unknown };
}

const post = (event_id: string) =>
  POST(
    new Request('http://candor.test/monitoring', { method: 'POST', body: `${JSON.stringify({ event_id })}\n{}\n{}` }),
  );

test('GET tells what a browser needs and what was delivered', async () => {
  turnReporting('on');
  await post(id);
  receiver.answer(respondWith(403));
  await post(id);
  expect(await ask()).toEqual({
    status: 200,
    answer: {
      reporting: 'on',
      environment: 'staging',
      release: '1.2.3',
      delivery: { sent: 1, queued: 0, dropped: { 'the service answered 403': 1 } },
    },
  });
});

test('GET tells what became of an event', async () => {
  turnReporting('on');
  expect(await ask(`?event=${id}`)).toEqual({ status: 200, answer: { event: id, state: 'unknown' } });
  await post(id);
  expect(await ask(`?event=${id}`)).toMatchObject({ status: 200, answer: { event: id, state: 'sent' } });
  receiver.answer(respondWith(403));
  await post(id);
  expect(await ask(`?event=${id}`)).toEqual({
    status: 200,
    answer: { event: id, state: 'dropped', reason: 'the service answered 403' },
  });
});

test.each(['', 'x', `${id}0`, '%3Cscript%3E', '__proto__'])('GET refuses the event id %j', async (event) => {
  turnReporting('on');
  expect(await ask(`?event=${event}`)).toEqual({
    status: 400,
    answer: { error: 'An event id has 32 hexadecimal digits.' },
  });
});

test('GET says when reporting is off, of an event too', async () => {
  turnReporting('off');
  expect(await ask()).toMatchObject({ status: 200, answer: { reporting: 'off', environment: 'staging' } });
  expect(await ask(`?event=${id}`)).toEqual({ status: 200, answer: { event: id, state: 'off' } });
});

test('POST hands an envelope to the service', async () => {
  turnReporting('on');
  const response = await post(id);
  expect(response.status).toBe(200);
  expect(receiver.arrivals.map(({ header }) => header)).toEqual([{ event_id: id, dsn: receiver.dsn }]);
});

test('POST answers 404 when reporting is off', async () => {
  turnReporting('off');
  const response = await post(id);
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ error: 'Reporting is off on this server.' });
});
