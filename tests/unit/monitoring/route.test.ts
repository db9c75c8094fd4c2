import { expect, test } from 'vitest';
import { createAdmission } from '../../../candor/delivery/rate-limit';
import { createEventBudget } from '../../../candor/delivery/event-budget';
import { createTunnel } from '../../../candor/delivery/tunnel';
import * as route from '../../../app/monitoring/route';
import { respondWith, type FakeIngest } from '../../support/fake-ingest';
import { installTestReporter } from '../server/test-context';
import { envelopeOf, idOf, leaveBehind, receiverOfThisTest, setUpDelivery } from '../delivery/set-up-delivery';

const id = '0123456789abcdef0123456789abcdef';
const idOfRejected = 'f123456789abcdef0123456789abcdef';
const { GET, POST } = route;

async function turnReporting(onOrOff: 'on' | 'off', receiver?: FakeIngest, perHour = 1_000) {
  const { delivery, log, folder } = await setUpDelivery({ receiver: receiver ?? (await receiverOfThisTest()) });
  const admission = createAdmission({ atOnce: 64, perClientAtOnce: 64, perSecond: 200, perClientPerSecond: 200 });
  const budget = createEventBudget({ perHour, perDay: 1_000 });
  const isOn = onOrOff === 'on';
  installTestReporter({
    log,
    delivery: isOn ? delivery : undefined,
    tunnel: isOn ? createTunnel({ delivery, log, admission, budget, trustedProxyHops: 0 }) : undefined,
    eventBudget: isOn ? budget : undefined,
    rejections: {
      reject: () => false,
      rejectionOf: () => undefined,
      reasonOf: (digest) => (digest === idOfRejected ? 'its body was cut off' : undefined),
    },
  });
  return { delivery, folder };
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
    new Request('http://candor.test/monitoring', {
      method: 'POST',
      body: `${JSON.stringify({ event_id })}\n{"type":"event"}\n{}`,
    }),
  );

test('GET tells why a request was rejected whose visitor was given this digest', async () => {
  await turnReporting('on');
  expect(await ask(`?event=${idOfRejected}`)).toEqual({
    status: 200,
    answer: { event: idOfRejected, state: 'dropped', reason: 'the request was refused: its body was cut off' },
  });
});

test('GET tells what a browser needs and what was delivered', async () => {
  const receiver = await receiverOfThisTest();
  const { delivery } = await turnReporting('on', receiver);
  await post(id);
  receiver.answer(respondWith(403));
  await post(id);
  receiver.answer(respondWith(503));
  await post(id);
  expect(await ask()).toEqual({
    status: 200,
    answer: {
      reporting: 'on',
      environment: 'staging',
      release: '1.2.3',
      delivery: {
        sent: 1,
        queued: 1,
        dropped: { 'the service answered 403': 1 },
        oldestQueuedSeconds: delivery.report().oldestQueuedSeconds,
        downSince: null,
        browserEventsRefused: 0,
      },
    },
  });
});

test('GET counts the events of browsers that were refused past the bound', async () => {
  await turnReporting('on', undefined, 1);
  await post(id);
  for (let time = 0; time < 3; time += 1) expect((await post(id)).status).toBe(429);
  expect(await ask()).toMatchObject({ answer: { delivery: { sent: 1, browserEventsRefused: 3 } } });
});

test('GET tells what became of an event', async () => {
  const receiver = await receiverOfThisTest();
  await turnReporting('on', receiver);
  expect(await ask(`?event=${id}`)).toEqual({ status: 200, answer: { event: id, state: 'unknown' } });
  await post(id);
  expect(await ask(`?event=${id}`)).toMatchObject({ status: 200, answer: { event: id, state: 'sent' } });
  receiver.answer(respondWith(403));
  await post(id);
  expect(await ask(`?event=${id}`)).toEqual({
    status: 200,
    answer: { event: id, state: 'dropped', reason: 'the service answered 403' },
  });
  receiver.answer(respondWith(503));
  await post(id);
  expect(await ask(`?event=${id}`)).toEqual({ status: 200, answer: { event: id, state: 'queued' } });
});

test('GET tells of an event that an earlier run has left that it is queued', async () => {
  const receiver = await receiverOfThisTest();
  receiver.answer(respondWith(503));
  const { delivery, folder } = await turnReporting('on', receiver);
  await leaveBehind(folder, envelopeOf(idOf(1)));
  await delivery.start();
  expect(await ask(`?event=${idOf(1)}`)).toEqual({ status: 200, answer: { event: idOf(1), state: 'queued' } });
  expect(await ask()).toMatchObject({ answer: { delivery: { sent: 0, queued: 1 } } });
});

test.each(['', 'x', `${id}0`, '%3Cscript%3E', '__proto__'])('GET refuses the event id %j', async (event) => {
  await turnReporting('on');
  expect(await ask(`?event=${event}`)).toEqual({
    status: 400,
    answer: { error: 'An event id has 32 hexadecimal digits.' },
  });
});

test('GET says when reporting is off, of an event too', async () => {
  await turnReporting('off');
  const delivery = {
    sent: 0,
    queued: 0,
    dropped: {},
    oldestQueuedSeconds: null,
    downSince: null,
    browserEventsRefused: 0,
  };
  expect(await ask()).toMatchObject({ status: 200, answer: { reporting: 'off', environment: 'staging', delivery } });
  expect(await ask(`?event=${id}`)).toEqual({ status: 200, answer: { event: id, state: 'off' } });
});

test('POST hands an envelope to the service', async () => {
  const receiver = await receiverOfThisTest();
  await turnReporting('on', receiver);
  const response = await post(id);
  expect(response.status).toBe(200);
  expect(receiver.arrivals.map(({ header }) => header)).toEqual([{ event_id: id, dsn: receiver.dsn }]);
});

test('POST answers 404 when reporting is off', async () => {
  await turnReporting('off');
  const response = await post(id);
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ error: 'Reporting is off on this server.' });
});

test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
  '%s is refused with 405, and told what is taken',
  async (method) => {
    const response = route[method]();
    expect(response.status).toBe(405);
    expect(Object.fromEntries(response.headers)).toEqual({
      allow: 'GET, HEAD, POST',
      'cache-control': 'no-store',
      'content-type': 'application/json',
    });
    expect(await response.json()).toEqual({ error: expect.any(String) });
  },
);
