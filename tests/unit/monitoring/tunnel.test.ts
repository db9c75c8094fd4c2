import { afterEach, describe, expect, test, vi } from 'vitest';
import { maxEnvelopeBytes } from '../../../candor/src/envelope/envelope-size';
import { accept, respondWith, type Respond } from '../../support/fake-ingest';
import { unusableFolder } from '../delivery/set-up-delivery';
import { keptIn } from '../outbox/use-outbox';
import { envelope, id, openTunnel, stalledBody } from './open-tunnel';

afterEach(() => void vi.useRealTimers());

const head = `{"event_id":"${id}"}`;
const feedback = `${head}\n{"type":"feedback"}\n{"type":"feedback","contexts":{"feedback":{}}}`;
const attachment = `${envelope}\n{"type":"attachment"}\n`;
const largest = attachment.padEnd(maxEnvelopeBytes, ' ');
const notFromHere = 'Envelopes are accepted from this site only.';
const notSupported = 'Content-Encoding is not supported.';
const crossSite = { 'Sec-Fetch-Site': 'cross-site' };

test.each<[what: string, body: string | undefined, headers: Record<string, string>, status: number, error?: string]>([
  ['an event', envelope, {}, 200],
  ['a feedback', feedback, {}, 200],
  ['an event with an attachment', `${envelope}\n{"type":"attachment","length":3}\na\nb`, {}, 200],
  ['an envelope of 2 MiB', largest, {}, 200],
  ['one byte more', `${largest} `, {}, 413, 'The envelope is larger than 2 MiB.'],
  ['no body', undefined, {}, 400, 'The first line of the envelope is not JSON.'],
  // One such pauses every error's delivery, where a service limits transactions.
  ['a transaction', `${head}\n{"type":"transaction"}\n{}`, {}, 400, 'Item type transaction is not supported.'],
  ['a body as it is', envelope, { 'Content-Encoding': 'Identity' }, 200],
  ['an empty encoding', envelope, { 'Content-Encoding': '' }, 200],
  ['a compressed body', envelope, { 'Content-Encoding': 'gzip' }, 415, notSupported],
  ['an encoding that is not known', envelope, { 'Content-Encoding': 'x-unknown' }, 415, notSupported],
  ['a body encoded twice', envelope, { 'Content-Encoding': 'identity, gzip' }, 415, notSupported],
  ['no site', envelope, { 'Sec-Fetch-Site': 'none' }, 200],
  ['another site', envelope, crossSite, 403, notFromHere],
  ['a sister site', envelope, { 'Sec-Fetch-Site': 'same-site' }, 403, notFromHere],
  ['forged origins', envelope, { ...crossSite, Origin: 'http://candor.test', Host: 'candor.test' }, 403, notFromHere],
  ['a port', envelope, { Origin: 'https://candor.test:8443', Host: 'candor.test:8443' }, 200],
  ['another port', envelope, { Origin: 'http://candor.test:81', Host: 'candor.test' }, 403, notFromHere],
  ['a sandbox', envelope, { Origin: 'null', Host: 'candor.test' }, 403, notFromHere],
  ['another origin', envelope, { Origin: 'http://elsewhere.test' }, 403, notFromHere],
])('of %s it sends what it accepts, and nothing else', async (_, body, headers, status, error) => {
  const { post, receiver, lines } = await openTunnel();
  const posted = await post(body, headers);
  expect(posted).toMatchObject({ status, json: error === undefined ? { id, state: 'sent' } : { error } });
  expect(posted.response.headers.get('Accept-Encoding')).toBe(status === 415 ? 'identity' : null);
  expect(receiver.arrivals).toHaveLength(error === undefined ? 1 : 0);
  const line = { level: 'info', msg: 'event accepted', event: id, state: 'sent' };
  expect(lines).toEqual(error === undefined ? [expect.objectContaining(line)] : []);
});

test('where the team asks visitors for no words rejects a feedback, and accepts an event', async () => {
  const { post, receiver } = await openTunnel({ acceptsFeedback: false });
  const json = { error: 'Feedback is off on this server.', state: 'dropped' };
  expect(await post(feedback)).toMatchObject({ status: 403, json });
  expect(await post(envelope)).toMatchObject({ status: 200 });
  expect(receiver.arrivals).toHaveLength(1);
});

test('an envelope that arrives too slowly or not whole is rejected, and not sent', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const { post, receiver } = await openTunnel();
  const [slow, { body, breakOff }] = [post(stalledBody().body), stalledBody()];
  const aborted = post(body);
  breakOff();
  expect(await aborted).toMatchObject({ status: 400, json: { error: 'The envelope did not arrive whole.' } });
  await vi.advanceTimersByTimeAsync(3_001);
  expect(await slow).toMatchObject({ status: 408, json: { error: 'The envelope arrived too slowly.' } });
  expect(receiver.arrivals).toEqual([]);
});

test.each<[string, number, Respond, string]>([
  ['and its detail', 413, respondWith(413, { detail: 'it takes no more' }), 'it takes no more'],
  ['where it says nothing', 401, respondWith(401, '<html></html>'), 'the service responded with 401'],
])('returns the 4xx of the service, %s', async (_, status, respond, error) => {
  const { post } = await openTunnel({ respond });
  expect(await post(envelope)).toMatchObject({ status, json: { error, state: 'dropped' } });
});

test('responds 202 once the envelope is on disk, with nothing of the service’s response', async () => {
  const limits = { 'Retry-After': '7', 'X-Sentry-Rate-Limits': '7::organization', 'Set-Cookie': 'a=b' };
  const { post, lines, folder } = await openTunnel({ respond: respondWith(429, { detail: 'slow down' }, limits) });
  const { response, status, json } = await post(envelope);
  expect({ status, json }).toEqual({ status: 202, json: { id, state: 'queued' } });
  expect(Object.fromEntries(response.headers)).toEqual({
    'cache-control': 'no-store',
    'content-length': String(JSON.stringify(json).length),
    'content-type': 'application/json',
    'x-content-type-options': 'nosniff',
  });
  expect(keptIn(folder)).toHaveLength(1);
  expect(lines.at(-1)).toMatchObject({ level: 'info', msg: 'event accepted', event: id, state: 'queued' });
});

describe('the budget of browser events', () => {
  test('responds 429 with Retry-After past it, logs one line and sends nothing', async () => {
    const { post, receiver, lines, eventBudget } = await openTunnel({ budget: { perHour: 1 } });
    expect(await post(envelope)).toMatchObject({ status: 200 });
    for (let time = 0; time < 3; time += 1) {
      const { response, status, json } = await post(envelope);
      expect({ status, json }).toEqual({ status: 429, json: { error: 'Browser event limit reached (1 per hour).' } });
      expect(Number(response.headers.get('Retry-After'))).toBe(3_600);
    }
    expect(receiver.arrivals).toHaveLength(1);
    expect(eventBudget.limited()).toBe(3);
    const line = { msg: 'browser events limited', limit: 1, per: 'hour', retryAfterSeconds: 3_600 };
    expect(lines.filter(({ level }) => level === 'warn')).toEqual([expect.objectContaining(line)]);
  });

  test('does not count an invalid envelope, nor one that the service drops', async () => {
    const { post, receiver } = await openTunnel({ budget: { perHour: 1 }, respond: respondWith(403) });
    expect(await post('{}')).toMatchObject({ status: 400 });
    expect(await post(envelope)).toMatchObject({ status: 403 });
    receiver.answer(accept);
    expect([(await post(envelope)).status, (await post(envelope)).status]).toEqual([200, 429]);
  });

  test('does not count an envelope that can be neither sent nor kept: it gets 503 with Retry-After', async () => {
    const { folder } = await unusableFolder();
    const { post, eventBudget, lines } = await openTunnel({
      budget: { perHour: 1 },
      folder,
      respond: respondWith(503),
    });
    for (let time = 0; time < 2; time += 1) {
      const { response, status, json } = await post(envelope);
      const error = 'The envelope can be neither sent nor kept now.';
      expect({ status, json }).toEqual({ status: 503, json: { error } });
      expect(response.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/);
    }
    expect([eventBudget.limited(), lines.filter(({ msg }) => msg === 'event accepted')]).toEqual([0, []]);
  });

  test('counts an envelope that is kept for later', async () => {
    const { post } = await openTunnel({ budget: { perHour: 1 }, respond: respondWith(503) });
    expect([(await post(envelope)).status, (await post(envelope)).status]).toEqual([202, 429]);
  });
});

test('too many concurrent requests get 429 with Retry-After, until one ends', async () => {
  const { post, receiver } = await openTunnel({ limits: { concurrency: 1 } });
  const { body, breakOff } = stalledBody();
  const posting = post(body);
  const { response, status, json } = await post(envelope);
  expect({ status, json }).toEqual({ status: 429, json: { error: expect.any(String) } });
  expect(response.headers.get('Retry-After')).toBe('1');
  expect(receiver.arrivals).toEqual([]);
  breakOff();
  await posting;
  expect(await post(envelope)).toMatchObject({ status: 200 });
});

test('too many requests of one client get 429, and those of others do not', async () => {
  const { post } = await openTunnel({ trustedProxyHops: 1, limits: { perClientPerSecond: 1 } });
  const responded: number[] = [];
  for (const address of ['1.1.1.1', '1.1.1.1', '2.2.2.2'])
    responded.push((await post(envelope, { 'X-Forwarded-For': address })).status);
  expect(responded).toEqual([200, 429, 200]);
});

test('a request from another site counts against no limit', async () => {
  const { post } = await openTunnel({ limits: { perSecond: 1 } });
  for (let time = 0; time < 5; time += 1) await post(envelope, crossSite);
  expect(await post(envelope)).toMatchObject({ status: 200 });
});
