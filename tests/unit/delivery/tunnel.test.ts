import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createRateLimit, type RateLimits } from '../../../candor/delivery/rate-limit';
import { createEventBudget, type EventLimits } from '../../../candor/delivery/event-budget';
import { createTunnel } from '../../../candor/delivery/tunnel';
import { accept, respondWith, startFakeIngest, type FakeIngest } from '../../support/fake-ingest';
import { setUpDelivery, unusableFolder, type Line } from './set-up-delivery';

const id = '0123456789abcdef0123456789abcdef';
const envelope = `{"event_id":"${id}"}\n{"type":"event"}\n{}`;
const maxEnvelopeBytes = 2 * 1024 * 1024;
const plenty: RateLimits = { concurrency: 64, perClientConcurrency: 64, perSecond: 200, perClientPerSecond: 200 };

let receiver: FakeIngest;
let lines: Line[];
beforeEach(async () => {
  receiver = await startFakeIngest();
});
afterEach(async () => {
  vi.useRealTimers();
  await receiver.close();
});

type Options = {
  folder?: string;
  limits?: Partial<RateLimits>;
  budget?: Partial<EventLimits>;
  trustedProxyHops?: number;
};

/** A tunnel, and how to post to it. */
async function open({ folder, limits, budget, trustedProxyHops = 0 }: Options = {}) {
  const setting = await setUpDelivery({ folder, receiver });
  lines = setting.lines;
  const rateLimit = createRateLimit({ ...plenty, ...limits });
  const eventBudget = createEventBudget({ perHour: 1_000, perDay: 1_000, ...budget });
  const tunnel = createTunnel({ ...setting, rateLimit, budget: eventBudget, trustedProxyHops });
  return {
    folder: setting.folder,
    eventBudget,
    async post(body: BodyInit | undefined, headers: Record<string, string> = {}) {
      const init = { method: 'POST', body, headers, duplex: 'half' };
      const response = await tunnel(new Request('http://candor.test/monitoring', init));
      expect(response.headers.get('Cache-Control')).toBe('no-store');
      return { response, status: response.status, json: (await response.json()) as unknown };
    },
  };
}

const post = async (...[body, headers]: Parameters<Awaited<ReturnType<typeof open>>['post']>) =>
  (await open()).post(body, headers);

/** A body that begins and never goes on. */
function stalled() {
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) });
  return { body, breakOff: () => controller.error(new Error('gone')) };
}

test('responds 200 with the event id once the service has it, and logs the id', async () => {
  expect(await post(envelope)).toMatchObject({ status: 200, json: { id, state: 'sent' } });
  expect(receiver.arrivals).toHaveLength(1);
  expect(lines).toEqual([expect.objectContaining({ level: 'info', msg: 'event accepted', event: id, state: 'sent' })]);
});

test('takes a feedback, and the attachments of an event', async () => {
  const feedback = `{"event_id":"${id}"}\n{"type":"feedback"}\n{"type":"feedback","contexts":{"feedback":{}}}`;
  expect(await post(feedback)).toMatchObject({ status: 200, json: { id, state: 'sent' } });
  expect(await post(`${envelope}\n{"type":"attachment","length":3}\na\nb`)).toMatchObject({ status: 200 });
});

test('returns the 4xx of the service and its detail', async () => {
  receiver.answer(respondWith(413, { detail: 'the project takes no more' }));
  expect(await post(envelope)).toMatchObject({
    status: 413,
    json: { error: 'the project takes no more', state: 'dropped' },
  });
});

test('returns the 4xx of a service that says nothing', async () => {
  receiver.answer(respondWith(401, '<html></html>'));
  expect(await post(envelope)).toMatchObject({
    status: 401,
    json: { error: 'the service answered 401', state: 'dropped' },
  });
});

test('responds 202 once the envelope is on disk, with nothing of the service’s response', async () => {
  const limits = { 'Retry-After': '7', 'X-Sentry-Rate-Limits': '7::organization', 'Set-Cookie': 'a=b' };
  receiver.answer(respondWith(429, { detail: 'slow down' }, limits));
  const { post, folder } = await open();
  const { response, status, json } = await post(envelope);
  expect({ status, json }).toEqual({ status: 202, json: { id, state: 'queued' } });
  expect(Object.fromEntries(response.headers)).toEqual({
    'cache-control': 'no-store',
    'content-type': 'application/json',
  });
  expect(await readdir(folder)).toHaveLength(1);
  expect(lines.at(-1)).toMatchObject({ level: 'info', msg: 'event accepted', event: id, state: 'queued' });
});

test('responds 503 with Retry-After, and logs no acceptance, when it can neither send nor keep', async () => {
  receiver.answer(respondWith(503));
  const { post } = await open({ folder: (await unusableFolder()).folder });
  const { response, status, json } = await post(envelope);
  expect(status).toBe(503);
  expect(json).toEqual({ error: 'The envelope can be neither sent nor kept now.' });
  expect(response.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/);
  expect(lines.filter(({ msg }) => msg === 'event accepted')).toEqual([]);
});

const notTaken = (type: string) => `An item of type ${type} is not taken: only events and feedback are.`;

test.each([
  ['no body', undefined, 'The first line of the envelope is not JSON.'],
  ['a first line that is no JSON', 'hello\n{}', 'The first line of the envelope is not JSON.'],
  ['a first line that is no object', '[]\n{}', 'The first line of the envelope is not a JSON object.'],
  ['an endless first line', 'x'.repeat(10_000), 'The first line of the envelope is longer than 8 KiB.'],
  ['{}', '{}', 'The envelope has no event id of 32 lower-case hexadecimal digits.'],
  ['no item', `{"event_id":"${id}"}\n`, 'The envelope has no item.'],
  // One such pauses every error's delivery, where a service limits transactions.
  ['a transaction', `{"event_id":"${id}"}\n{"type":"transaction"}\n{"type":"transaction"}`, notTaken('transaction')],
  [
    'a transaction that says to be an event',
    `{"event_id":"${id}"}\n{"type":"event"}\n{"type":"transaction"}`,
    'The event is of type transaction, which is not taken.',
  ],
  ['a session beside an event', `${envelope}\n{"type":"session"}\n{}`, notTaken('session')],
])('rejects %s with 400 and sends nothing', async (_, body, error) => {
  expect(await post(body)).toMatchObject({ status: 400, json: { error } });
  expect(receiver.arrivals).toEqual([]);
});

test('takes an envelope of 2 MiB, rejects one byte more with 413 and sends nothing', async () => {
  const attachment = `${envelope}\n{"type":"attachment"}\n`;
  const largest = attachment.padEnd(maxEnvelopeBytes, ' ');
  expect(await post(largest)).toMatchObject({ status: 200 });
  expect(receiver.arrivals.splice(0)).toHaveLength(1);

  expect(await post(`${largest} `)).toMatchObject({
    status: 413,
    json: { error: 'The envelope is larger than 2 MiB.' },
  });
  expect(receiver.arrivals).toEqual([]);
});

test('rejects an event of more than 1 MiB with 413 and sends nothing', async () => {
  expect(await post(envelope + ' '.repeat(1024 * 1024))).toMatchObject({
    status: 413,
    json: { error: 'The event is larger than 1 MiB.' },
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

test('counts the bytes that arrive, though Content-Length claims too many', async () => {
  expect(await post(envelope, { 'Content-Length': '99999999' })).toMatchObject({ status: 200 });
});

test('responds 408 to an envelope that does not arrive in time, and sends nothing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const { post } = await open();
  const posting = post(stalled().body);
  await vi.advanceTimersByTimeAsync(3_001);
  expect(await posting).toMatchObject({ status: 408, json: { error: 'The envelope arrived too slowly.' } });
  expect(receiver.arrivals).toEqual([]);
});

test('responds 400 to an aborted envelope, and sends nothing', async () => {
  const { body, breakOff } = stalled();
  const posting = post(body);
  breakOff();
  expect(await posting).toMatchObject({ status: 400, json: { error: 'The envelope did not arrive whole.' } });
  expect(receiver.arrivals).toEqual([]);
});

describe('a Content-Encoding', () => {
  test.each(['gzip', 'deflate', 'br', 'zstd', 'x-unknown', 'identity, gzip', 'GZIP'])(
    'of %s is rejected with 415 and Accept-Encoding',
    async (encoding) => {
      const { response, status, json } = await post(envelope, { 'Content-Encoding': encoding });
      expect({ status, json }).toEqual({
        status: 415,
        json: { error: 'Envelopes are taken without a Content-Encoding.' },
      });
      expect(response.headers.get('Accept-Encoding')).toBe('identity');
      expect(receiver.arrivals).toEqual([]);
    },
  );

  test.each(['identity', 'Identity', ''])('of %j is taken', async (encoding) => {
    expect(await post(envelope, { 'Content-Encoding': encoding })).toMatchObject({ status: 200 });
  });
});

describe('the limit on events of browsers', () => {
  test('responds 429 with Retry-After past it, logs one line and sends nothing', async () => {
    const { post, eventBudget } = await open({ budget: { perHour: 1 } });
    expect(await post(envelope)).toMatchObject({ status: 200 });
    for (let time = 0; time < 3; time += 1) {
      const { response, status, json } = await post(envelope);
      expect({ status, json }).toEqual({
        status: 429,
        json: { error: 'The limit of 1 events of browsers an hour is reached.' },
      });
      expect(Number(response.headers.get('Retry-After'))).toBe(3_600);
    }
    expect(receiver.arrivals).toHaveLength(1);
    expect(eventBudget.limited()).toBe(3);
    expect(lines.filter(({ level }) => level === 'warn')).toEqual([
      expect.objectContaining({ msg: 'browser events limited', limit: 1, per: 'hour', retryAfterSeconds: 3_600 }),
    ]);
  });

  test('does not count an invalid envelope, nor one that the service drops', async () => {
    const { post } = await open({ budget: { perHour: 1 }, folder: (await unusableFolder()).folder });
    expect(await post('{}')).toMatchObject({ status: 400 });
    receiver.answer(respondWith(403));
    expect(await post(envelope)).toMatchObject({ status: 403 });
    receiver.answer(accept);
    expect(await post(envelope)).toMatchObject({ status: 200 });
    expect(await post(envelope)).toMatchObject({ status: 429 });
  });

  test('does not count an envelope that can be neither sent nor kept', async () => {
    receiver.answer(respondWith(503));
    const { post, eventBudget } = await open({ budget: { perHour: 1 }, folder: (await unusableFolder()).folder });
    expect([(await post(envelope)).status, (await post(envelope)).status]).toEqual([503, 503]);
    expect(eventBudget.limited()).toBe(0);
  });

  test('counts an envelope that is kept for later', async () => {
    receiver.answer(respondWith(503));
    const { post } = await open({ budget: { perHour: 1 } });
    expect([(await post(envelope)).status, (await post(envelope)).status]).toEqual([202, 429]);
  });
});

describe('the site of the sender', () => {
  test.each<[number, Record<string, string>]>([
    [200, {}],
    [200, { 'Sec-Fetch-Site': 'same-origin' }],
    [200, { 'Sec-Fetch-Site': 'none' }],
    [403, { 'Sec-Fetch-Site': 'cross-site' }],
    [403, { 'Sec-Fetch-Site': 'same-site' }],
    [403, { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://candor.test', Host: 'candor.test' }],
    [200, { Origin: 'http://candor.test', Host: 'candor.test' }],
    [200, { Origin: 'https://candor.test:8443', Host: 'candor.test:8443' }],
    [403, { Origin: 'http://candor.test:81', Host: 'candor.test' }],
    [403, { Origin: 'http://elsewhere.test', Host: 'candor.test' }],
    [403, { Origin: 'http://candor.test.elsewhere.test', Host: 'candor.test' }],
    [403, { Origin: 'null', Host: 'candor.test' }],
    [403, { Origin: 'http://elsewhere.test' }],
  ])('gets %i for %j', async (status, headers) => {
    const responses = await post(envelope, headers);
    expect(responses.status).toBe(status);
    expect(receiver.arrivals).toHaveLength(status === 200 ? 1 : 0);
    if (status === 403) expect(responses.json).toEqual({ error: 'Envelopes are taken from this site only.' });
  });

  test('counts against no limit when it is another one', async () => {
    const { post } = await open({ limits: { perSecond: 1 } });
    for (let time = 0; time < 5; time += 1) await post(envelope, { 'Sec-Fetch-Site': 'cross-site' });
    expect(await post(envelope)).toMatchObject({ status: 200 });
  });
});

describe('too many', () => {
  test('concurrent requests get 429 with Retry-After, until one ends', async () => {
    const { post } = await open({ limits: { concurrency: 1 } });
    const { body, breakOff } = stalled();
    const posting = post(body);
    const { response, status, json } = await post(envelope);
    expect(status).toBe(429);
    expect(json).toEqual({ error: expect.any(String) });
    expect(response.headers.get('Retry-After')).toBe('1');
    expect(receiver.arrivals).toEqual([]);
    breakOff();
    await posting;
    expect(await post(envelope)).toMatchObject({ status: 200 });
  });

  test.each([
    ['no envelope', 'hello'],
    ['too large', 'x'.repeat(maxEnvelopeBytes + 1)],
  ])('does not count a request as in flight that was rejected as %s', async (_, body) => {
    const { post } = await open({ limits: { concurrency: 1 } });
    await post(body);
    expect(await post(envelope)).toMatchObject({ status: 200 });
  });

  test('requests a second get 429', async () => {
    const { post } = await open({ limits: { perSecond: 1 } });
    expect([(await post(envelope)).status, (await post(envelope)).status]).toEqual([200, 429]);
  });

  const forwarded = (addresses: string) => ({ 'X-Forwarded-For': addresses });
  test.each<[string, string[], number[]]>([
    ['one client get 429, and the others do not', ['1.1.1.1', '1.1.1.1', '2.2.2.2'], [200, 429, 200]],
    ['one client stay those of one, whatever it claims', ['9.9.9.9, 1.1.1.1', '8.8.8.8,1.1.1.1'], [200, 429]],
    [
      'one network of IPv6 are those of one client',
      ['2001:db8::1', '2001:db8::2:3', '2001:db8:0:1::1'],
      [200, 429, 200],
    ],
  ])('of %s', async (_, clients, statuses) => {
    const { post } = await open({ trustedProxyHops: 1, limits: { perClientPerSecond: 1 } });
    const responses: number[] = [];
    for (const addresses of clients) responses.push((await post(envelope, forwarded(addresses))).status);
    expect(responses).toEqual(statuses);
  });

  test('of one client in flight get 429, and leave the other places to others', async () => {
    const { post } = await open({ trustedProxyHops: 1, limits: { perClientConcurrency: 2 } });
    const bodies = [stalled(), stalled()];
    const posting = bodies.map(({ body }) => post(body, forwarded('1.1.1.1')));
    expect(await post(envelope, forwarded('1.1.1.1'))).toMatchObject({ status: 429 });
    expect(await post(envelope, forwarded('2.2.2.2'))).toMatchObject({ status: 200 });
    for (const { breakOff } of bodies) breakOff();
    await Promise.all(posting);
    expect(await post(envelope, forwarded('1.1.1.1'))).toMatchObject({ status: 200 });
  });
});
