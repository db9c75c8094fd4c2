import { afterEach, expect, test, vi } from 'vitest';
import { maxEnvelopeBytes } from '../../../candor/src/envelope/envelope';
import { accept, respondWith, type Respond } from '../../support/fake-ingest';
import { unusableFolder } from '../delivery/set-up-delivery';
import { keptIn } from '../outbox/use-outbox';
import { envelope, id, openTunnel } from './open-tunnel';

afterEach(() => void vi.useRealTimers());

const head = `{"event_id":"${id}"}`;
const feedback = `${head}\n{"type":"feedback"}\n{"type":"feedback","contexts":{"feedback":{}}}`;
const attachment = `${envelope}\n{"type":"attachment"}\n`;
const largest = attachment.padEnd(maxEnvelopeBytes, ' ');
const notFromHere = 'Only this site may send envelopes here.';
const notSupported = 'Content-Encoding is not supported.';
const crossSite = { 'Sec-Fetch-Site': 'cross-site' };

test.each<[what: string, body: string | undefined, headers: Record<string, string>, status: number, error?: string]>([
  ['an event', envelope, {}, 200],
  ['a feedback', feedback, {}, 200],
  ['an envelope of 2 MiB', largest, {}, 200],
  ['one byte more', `${largest} `, {}, 413, 'The envelope is larger than 2 MiB.'],
  // One such pauses every error's delivery, where a service limits transactions.
  ['a transaction', `${head}\n{"type":"transaction"}\n{}`, {}, 400, 'Item type transaction is not supported.'],
  ['a body as it is', envelope, { 'Content-Encoding': 'Identity' }, 200],
  ['an empty encoding', envelope, { 'Content-Encoding': '' }, 200],
  ['a compressed body', envelope, { 'Content-Encoding': 'gzip' }, 415, notSupported],
  ['a body encoded twice', envelope, { 'Content-Encoding': 'identity, gzip' }, 415, notSupported],
  ['no site', envelope, { 'Sec-Fetch-Site': 'none' }, 200],
  ['another site', envelope, crossSite, 403, notFromHere],
  ['a sister site', envelope, { 'Sec-Fetch-Site': 'same-site' }, 403, notFromHere],
  ['forged origins', envelope, { ...crossSite, Origin: 'http://candor.test', Host: 'candor.test' }, 403, notFromHere],
  ['a port', envelope, { Origin: 'https://candor.test:8443', Host: 'candor.test:8443' }, 200],
  ['another port', envelope, { Origin: 'http://candor.test:81', Host: 'candor.test' }, 403, notFromHere],
  ['a sandbox', envelope, { Origin: 'null', Host: 'candor.test' }, 403, notFromHere],
  ['a proxy', envelope, { Origin: 'https://candor.test', 'X-Forwarded-Host': 'CANDOR.test, inner.test' }, 200],
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
  const { post } = await openTunnel({ acceptsFeedback: false });
  const error = 'Feedback is off on this server.';
  expect(await post(feedback)).toMatchObject({ status: 403, json: { error, state: 'dropped' } });
  expect(await post(envelope)).toMatchObject({ status: 200 });
});

test('an envelope that arrives too slowly or not whole is rejected, and not sent', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const { post, receiver } = await openTunnel();
  const slow = post(new ReadableStream());
  const aborted = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) });
  expect(await post(aborted)).toMatchObject({ status: 400, json: { error: 'The envelope did not arrive whole.' } });
  await vi.advanceTimersByTimeAsync(3_001);
  expect(await slow).toMatchObject({ status: 408, json: { error: 'The envelope arrived too slowly.' } });
  expect(receiver.arrivals).toEqual([]);
});

const ofDsn = 'Project not found or key incorrect: http://publickey@x/1';

test.each<[string, number, Respond, error: string, detail?: string]>([
  ['and its detail', 413, respondWith(413, { detail: 'it takes no more' }), 'it takes no more', 'it takes no more'],
  ['without a text, which may have the DSN', 403, respondWith(403, ofDsn), 'the service responded with 403'],
])('returns the 4xx of the service, %s, and logs the same', async (_, status, respond, error, detail) => {
  const { post, lines } = await openTunnel({ respond });
  expect(await post(envelope)).toMatchObject({ status, json: { error, state: 'dropped' } });
  expect(lines[0]).toMatchObject({ msg: 'event not delivered', status, next: 'dropped' });
  expect([lines[0]?.detail, JSON.stringify(lines).includes('publickey')]).toEqual([detail, false]);
});

test('responds 202 once the envelope is on disk, with nothing of the service’s response', async () => {
  const limits = { 'Retry-After': '7', 'X-Sentry-Rate-Limits': '7::organization', 'Set-Cookie': 'a=b' };
  const { post, lines, folder } = await openTunnel({ respond: respondWith(429, { detail: 'slow down' }, limits) });
  const { response, status, json } = await post(envelope);
  expect({ status, json }).toEqual({ status: 202, json: { id, state: 'queued' } });
  const names = ['cache-control', 'content-length', 'content-type', 'x-content-type-options'];
  expect([...response.headers.keys()]).toEqual(names);
  expect(keptIn(folder)).toHaveLength(1);
  expect(lines.at(-1)).toMatchObject({ level: 'info', msg: 'event accepted', event: id, state: 'queued' });
});

const budget = { perHour: 1 };

test('past the budget of browser events it responds 429 with Retry-After, logs one line and sends nothing', async () => {
  const { post, receiver, lines, eventBudget } = await openTunnel({ budget });
  expect(await post(envelope)).toMatchObject({ status: 200 });
  for (let time = 0; time < 3; time += 1) {
    const { response, status, json } = await post(envelope);
    expect({ status, json }).toEqual({ status: 429, json: { error: 'Browser event limit reached (1 per hour).' } });
    expect(response.headers.get('Retry-After')).toBe('3600');
  }
  expect([receiver.arrivals.length, eventBudget.limited()]).toEqual([1, 3]);
  const line = { msg: 'browser events limited', limit: 1, per: 'hour', retryAfterSeconds: 3_600 };
  expect(lines.filter(({ level }) => level === 'warn')).toEqual([expect.objectContaining(line)]);
});

test('the budget counts an envelope that is kept for later, but not an invalid one, nor one that the service drops', async () => {
  const { post, receiver } = await openTunnel({ budget, respond: respondWith(403) });
  expect(await post('{}')).toMatchObject({ status: 400 });
  expect(await post(envelope)).toMatchObject({ status: 403 });
  receiver.answer(respondWith(503));
  expect([(await post(envelope)).status, (await post(envelope)).status]).toEqual([202, 429]);
});

test('the budget does not count an envelope that can be neither sent nor kept: it gets 503 with Retry-After', async () => {
  const { folder } = await unusableFolder();
  const { post, eventBudget, lines } = await openTunnel({ budget, folder, respond: respondWith(503) });
  for (let time = 0; time < 2; time += 1) {
    const { response, ...posted } = await post(envelope);
    expect(posted).toEqual({ status: 503, json: { error: 'The envelope can be neither sent nor kept now.' } });
    expect(response.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/);
  }
  expect([eventBudget.limited(), lines.filter(({ msg }) => msg === 'event accepted')]).toEqual([0, []]);
});

test('too many requests of one client get 429, those of others do not, and those from another site do not count', async () => {
  const { post } = await openTunnel({ trustedProxyHops: 1, limits: { perClientPerSecond: 1 } });
  const responded = [];
  for (const [address, from] of [['1.1.1.1', crossSite], ['1.1.1.1'], ['1.1.1.1'], ['2.2.2.2']] as const)
    responded.push(await post(envelope, { 'X-Forwarded-For': address, ...from }));
  expect(responded.map(({ status }) => status)).toEqual([403, 200, 429, 200]);
  expect(responded[2]?.json).toEqual({ error: 'Too many envelopes at once.' });
  expect(responded[2]?.response.headers.get('Retry-After')).toBe('1');
});

const shaped = (shape: string) => ({ 'Candor-Shape': shape });
const reason = 'not the first of its kind today';
const sent = { status: 200, json: { state: 'sent' } };
const dropped = { status: 200, json: { id, state: 'dropped', reason } };

test('of events with the same shape the first is forwarded, and the next ones are counted, until a day has gone by', async () => {
  const { post, receiver, ignored, pass } = await openTunnel();
  expect(await post(envelope, shaped('1a'))).toMatchObject(sent);
  for (let time = 0; time < 2; time += 1) expect(await post(envelope, shaped('1a'))).toMatchObject(dropped);
  expect(await post(envelope, shaped('2b'))).toMatchObject(sent);
  expect([receiver.arrivals.length, ignored]).toEqual([2, [reason, reason]]);
  pass(24 * 3_600_000 - 1);
  expect(await post(envelope, shaped('1a'))).toMatchObject(dropped);
  pass(1);
  expect(await post(envelope, shaped('1a'))).toMatchObject(sent);
});

test.each(['', 'not hexadecimal', '0123456789', 'a'.repeat(100_000)])(
  'all events are forwarded whose shape is %.20j',
  async (shape) => {
    const { post } = await openTunnel();
    for (let time = 0; time < 2; time += 1) expect(await post(envelope, shaped(shape))).toMatchObject(sent);
  },
);

test('an event that was not sent is not the first of its shape and day', async () => {
  const { post, receiver } = await openTunnel({ respond: respondWith(413) });
  await post(envelope, shaped('1a'));
  receiver.answer(accept);
  expect(await post(envelope, shaped('1a'))).toMatchObject(sent);
});

test('past the budget no shape is taken, and an event that is not the first costs nothing of the budget', async () => {
  const taken: string[] = [];
  const takeFirst = async (shape: string) => (taken.push(shape) === 1 ? undefined : () => {});
  const { post } = await openTunnel({ budget, takeFirst });
  expect(await post(envelope, shaped('1a'))).toMatchObject(dropped);
  expect(await post(envelope, shaped('2b'))).toMatchObject(sent);
  expect(await post(envelope, shaped('3c'))).toMatchObject({ status: 429 });
  expect(taken).toEqual(['1a', '2b']);
});
