import { keptIn } from '../outbox/use-outbox';
import { expect, test } from 'vitest';
import { respondWith } from '../../support/fake-ingest';
import { envelope, id, openTunnel } from './open-tunnel';
import { unusableFolder } from '../delivery/set-up-delivery';

test('responds 200 with the event id once the service has it, and logs the id', async () => {
  const { post, receiver, lines } = await openTunnel();
  expect(await post(envelope)).toMatchObject({ status: 200, json: { id, state: 'sent' } });
  expect(receiver.arrivals).toHaveLength(1);
  expect(lines).toEqual([expect.objectContaining({ level: 'info', msg: 'event accepted', event: id, state: 'sent' })]);
});

test('accepts a feedback, and the attachments of an event', async () => {
  const { post } = await openTunnel();
  const feedback = `{"event_id":"${id}"}\n{"type":"feedback"}\n{"type":"feedback","contexts":{"feedback":{}}}`;
  expect(await post(feedback)).toMatchObject({ status: 200, json: { id, state: 'sent' } });
  expect(await post(`${envelope}\n{"type":"attachment","length":3}\na\nb`)).toMatchObject({ status: 200 });
});

test('where the team asks visitors for no words rejects a feedback, and accepts an event', async () => {
  const { post, receiver } = await openTunnel({ acceptsFeedback: false });
  const feedback = `{"event_id":"${id}"}\n{"type":"feedback"}\n{"type":"feedback","contexts":{"feedback":{}}}`;
  const json = { error: 'Feedback is off on this server.', state: 'dropped' };
  expect(await post(feedback)).toMatchObject({ status: 403, json });
  expect(await post(envelope)).toMatchObject({ status: 200 });
  expect(receiver.arrivals).toHaveLength(1);
});

test.each([
  ['and its detail', 413, { detail: 'the project takes no more' }, 'the project takes no more'],
  ['where it says nothing', 401, '<html></html>', 'the service responded with 401'],
])('returns the 4xx of the service, %s', async (_, status, body, error) => {
  const { post } = await openTunnel({ respond: respondWith(status, body) });
  expect(await post(envelope)).toMatchObject({ status, json: { error, state: 'dropped' } });
});

test('responds 202 once the envelope is on disk, with nothing of the service’s response', async () => {
  const { post, receiver, lines, folder } = await openTunnel();
  const limits = { 'Retry-After': '7', 'X-Sentry-Rate-Limits': '7::organization', 'Set-Cookie': 'a=b' };
  receiver.answer(respondWith(429, { detail: 'slow down' }, limits));
  const { response, status, json } = await post(envelope);
  expect({ status, json }).toEqual({ status: 202, json: { id, state: 'queued' } });
  const length = String(JSON.stringify(json).length);
  expect(Object.fromEntries(response.headers)).toEqual({
    'cache-control': 'no-store',
    'content-length': length,
    'content-type': 'application/json',
    'x-content-type-options': 'nosniff',
  });
  expect(keptIn(folder)).toHaveLength(1);
  expect(lines.at(-1)).toMatchObject({ level: 'info', msg: 'event accepted', event: id, state: 'queued' });
});

test('responds 503 with Retry-After, and logs no acceptance, when it can neither send nor keep', async () => {
  const { post, lines } = await openTunnel({
    folder: (await unusableFolder()).folder,
    respond: respondWith(503),
  });
  const { response, status, json } = await post(envelope);
  expect({ status, json }).toEqual({ status: 503, json: { error: 'The envelope can be neither sent nor kept now.' } });
  expect(response.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/);
  expect(lines.filter(({ msg }) => msg === 'event accepted')).toEqual([]);
});

const head = `{"event_id":"${id}"}`;
const notTaken = (type: string) => `Item type ${type} is not supported.`;

test.each([
  ['no body', undefined, 'The first line of the envelope is not JSON.'],
  // One such pauses every error's delivery, where a service limits transactions.
  ['a transaction', `${head}\n{"type":"transaction"}\n{"type":"transaction"}`, notTaken('transaction')],
])('rejects %s with 400 and sends nothing', async (_, body, error) => {
  const { post, receiver } = await openTunnel();
  expect(await post(body)).toMatchObject({ status: 400, json: { error } });
  expect(receiver.arrivals).toEqual([]);
});

test.each(['gzip', 'x-unknown', 'identity, gzip'])(
  'a Content-Encoding of %s is rejected with 415 and Accept-Encoding',
  async (encoding) => {
    const { post, receiver } = await openTunnel();
    const { response, status, json } = await post(envelope, { 'Content-Encoding': encoding });
    expect({ status, json }).toEqual({ status: 415, json: { error: 'Content-Encoding is not supported.' } });
    expect(response.headers.get('Accept-Encoding')).toBe('identity');
    expect(receiver.arrivals).toEqual([]);
  },
);

test.each(['identity', 'Identity', ''])('a Content-Encoding of %j is accepted', async (encoding) => {
  const { post } = await openTunnel();
  expect(await post(envelope, { 'Content-Encoding': encoding })).toMatchObject({ status: 200 });
});

test.each<[number, Record<string, string>]>([
  [200, {}],
  [200, { 'Sec-Fetch-Site': 'none' }],
  [403, { 'Sec-Fetch-Site': 'cross-site' }],
  [403, { 'Sec-Fetch-Site': 'same-site' }],
  [403, { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://candor.test', Host: 'candor.test' }],
  [200, { Origin: 'https://candor.test:8443', Host: 'candor.test:8443' }],
  [403, { Origin: 'http://candor.test:81', Host: 'candor.test' }],
  [403, { Origin: 'null', Host: 'candor.test' }],
  [403, { Origin: 'http://elsewhere.test' }],
])('responds with %i to an envelope with %j', async (status, headers) => {
  const { post, receiver } = await openTunnel();
  const response = await post(envelope, headers);
  expect(response.status).toBe(status);
  expect(receiver.arrivals).toHaveLength(status === 200 ? 1 : 0);
  if (status === 403) expect(response.json).toEqual({ error: 'Envelopes are accepted from this site only.' });
});
