import type { IncomingMessage } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { accept, respondWith, type Arrival, type Respond } from '../../support/fake-ingest';
import { fakeTimeInEachTest, inTime } from './fake-time';
import { envelopeOf, eventIdsOf, idOf, receiverOfThisTest, setUpDelivery } from './set-up-delivery';

// What the services that people run expect and respond, by their documentation; sources in docs/operating.md, "Services people run".

const hexKey = '0123456789abcdef0123456789abcdef';
const html = { 'Content-Type': 'text/html' };

/** The response of this service to a wrong request; `undefined`: the request is right. */
type Reject = (request: IncomingMessage, arrival: Arrival) => Respond | undefined;

/** `path`: what stands between host and project, and the project. */
type Service = { service: string; path: string; reject: Reject; taken: Respond };

const rejectAsRelay: Reject = ({ url, headers }, { header }) => {
  const { pathname, searchParams } = new URL(url ?? '', 'http://x');
  const key = searchParams.get('sentry_key');
  const kinds = [key, headers.authorization, headers['x-sentry-auth']].filter(Boolean).length;
  if (kinds !== 1) return respondWith(401, { detail: 'multiple authorization payloads detected' });
  if (headers['content-type'] !== 'application/x-sentry-envelope') return respondWith(400, { detail: 'content type' });
  const dsn = new URL(String(header.dsn));
  const isSame = dsn.username === key && pathname === `/api/${dsn.pathname.slice(1)}/envelope/`;
  return isSame ? undefined : respondWith(400, { detail: 'invalid event envelope' });
};

const rejectAsDjango: Reject = ({ url, headers }, { bytes }) => {
  if (headers['content-length'] === undefined) return respondWith(500, '<h1>Server Error (500)</h1>', html);
  const key = new URL(url ?? '', 'http://x').searchParams.get('sentry_key');
  if (key !== hexKey) return respondWith(403, { detail: 'Denied' });
  const headerBytes = bytes.indexOf('\n');
  return headerBytes > 8 * 1024 ? respondWith(413, { message: 'Max length exceeded' }) : undefined;
};

const takenWithId: Respond = (response) => {
  respondWith(200, { id: idOf(1) }, { 'Content-Type': 'application/json' })(response);
  return 'accepted';
};

// Spotlight says 200 to anything, and keeps only this.
const rejectAsSpotlight: Reject = ({ headers }) =>
  headers['content-type'] === 'application/x-sentry-envelope' ? undefined : respondWith(200);

const services: Service[] = [
  { service: 'Sentry SaaS', path: '/4509', reject: rejectAsRelay, taken: takenWithId },
  { service: 'self-hosted Sentry', path: '/2', reject: rejectAsRelay, taken: takenWithId },
  { service: 'GlitchTip', path: '/1', reject: rejectAsDjango, taken: takenWithId },
  { service: 'Bugsink', path: '/1', reject: rejectAsDjango, taken: takenWithId },
  { service: 'Bugsink under a path', path: '/bugs/1', reject: rejectAsDjango, taken: takenWithId },
  { service: 'Spotlight', path: '/1', reject: rejectAsSpotlight, taken: accept },
];

/** A delivery to a service at this path, and the service, whose responses the test sets. */
async function setUp(path: string, respond?: Respond) {
  const receiver = await receiverOfThisTest(respond);
  const dsn = receiver.url.replace('://', `://${hexKey}@`) + path;
  return { receiver, ...(await setUpDelivery({ receiver: { ...receiver, dsn } })) };
}

test.each(services)('a service that accepts an envelope: $service', async ({ path, reject, taken }) => {
  const { receiver, delivery } = await setUp(path);
  receiver.answer((response) => {
    const arrival = receiver.arrivals.at(-1);
    return ((arrival && reject(response.req, arrival)) ?? taken)(response);
  });
  expect(await delivery.accept(envelopeOf(1))).toEqual({ state: 'sent' });
  const prefix = path.replace(/\/\d+$/, '');
  expect(receiver.accepted.map(({ path }) => path)).toEqual([
    `${prefix}/api/${path.slice(prefix.length + 1)}/envelope/?sentry_version=7&sentry_key=${hexKey}`,
  ]);
});

type Row = [service: string, what: string, status: number, body: string | { detail?: string; message?: string }];

/** The service's own text in the log: of a JSON body only, since any other may show the DSN. */
const loggedOf = (body: Row[3]) => (typeof body === 'string' ? undefined : (body.detail ?? body.message));
/** Texts are HTML to a browser, whatever is in them. */
const respond = (status: number, body: Row[3], headers: Record<string, string> = {}) =>
  respondWith(status, body, typeof body === 'string' ? { ...html, ...headers } : headers);
const tooLarge =
  "envelope exceeded size limits for type 'event' (https://develop.sentry.dev/sdk/envelopes/#size-limits)";

describe('a permanent failure is logged with its reason and not retried:', () => {
  test.each<Row>([
    ['Sentry', 'an event over 1 MiB', 413, { detail: tooLarge }],
    ['Sentry', 'a project that is disabled or another', 403, { detail: 'event submission rejected with_reason: ProjectId' }],
    ['Sentry', 'an invalid key', 400, { detail: 'bad sentry DSN public key' }],
    ['self-hosted Sentry', 'a body too large for its nginx', 413, '<html><h1>413 Request Entity Too Large</h1></html>'],
    ['GlitchTip', 'a key or project it does not know', 403, { detail: 'Denied' }],
    ['GlitchTip', 'a key that is not a UUID', 403, { detail: 'Invalid DSN' }],
    ['GlitchTip', 'a body too large', 413, 'Request body exceeded settings.DATA_UPLOAD_MAX_MEMORY_SIZE.'],
    ['Bugsink', 'an event over 1 MiB, or a first line over 8 KiB', 413, { message: 'Max length (MAX_HEADER_SIZE: 8192) exceeded' }],
    ['Bugsink', 'an invalid envelope', 400, { message: 'event_id not found in envelope headers' }],
    ['Bugsink', 'a key or project it does not know, with a text that shows the DSN', 403, `Project not found or key incorrect: http://${hexKey}@x/1`],
  ])('%s, %s', async (_service, _what, status, body) => {
    const { receiver, delivery, lines } = await setUp('/1', respond(status, body));
    expect(await delivery.accept(envelopeOf(1))).toMatchObject({ state: 'dropped', status });
    expect(lines).toEqual([expect.objectContaining({ msg: 'event not delivered', status, next: 'dropped' })]);
    expect(lines[0]?.detail).toBe(loggedOf(body));
    expect(JSON.stringify(lines)).not.toContain(hexKey);

    receiver.answer(takenWithId); // The next envelope is not affected.
    expect(await delivery.accept(envelopeOf(2))).toEqual({ state: 'sent' });
    expect(eventIdsOf(receiver.arrivals)).toEqual([idOf(1), idOf(2)]);
  }); // prettier-ignore
});

describe('after a temporary failure the envelope is kept, and sent when the pause is over:', () => {
  fakeTimeInEachTest();

  const quota = { detail: 'Sentry dropped data due to a quota or internal rate limit being reached.' };
  const sentryLimit = { 'Retry-After': '120', 'X-Sentry-Rate-Limits': '120:error:organization' };
  const bugsinkLimit = { 'X-Sentry-Rate-Limits': '60::key, 86400:transaction;span:organization' };
  const until = { Date: 'Sat, 21 Nov 2026 11:58:30 GMT', 'Retry-After': 'Sat, 21 Nov 2026 12:00:00 GMT' };
  const maintenance = { detail: 'Events are not currently being accepted due to maintenance.' };

  test.each<[...Row, pauseSeconds: number, headers?: Record<string, string>]>([
    ['Sentry', 'over its quota', 429, quota, 120, sentryLimit],
    ['Sentry', 'overloaded', 503, { detail: 'the service is overloaded' }, 2],
    ['self-hosted Sentry', 'with its Relay restarting behind nginx', 502, '<html><h1>502 Bad Gateway</h1></html>', 2],
    ['self-hosted Sentry', 'whose proxy leads from http to https', 301, '', 2, { Location: 'https://sentry.example/api/1/envelope/' }],
    ['GlitchTip', 'throttled', 429, 'Too Many Requests', 600, { 'Retry-After': '600' }],
    ['GlitchTip', 'throttled, with an invalid Retry-After', 429, 'Too Many Requests', 60, { 'Retry-After': 'None' }],
    ['GlitchTip', 'throttled, with a date for Retry-After', 429, { message: 'Please retry later' }, 90, until],
    ['GlitchTip', 'in maintenance', 503, maintenance, 2],
    ['Bugsink', 'over its quota, with its limit of transactions on every response', 429, '', 60, bugsinkLimit],
    ['Bugsink', 'failing', 500, '<h1>Server Error (500)</h1>', 2],
  ])('%s, %s', async (_service, _what, status, body, pauseSeconds, headers) => {
    const { receiver, delivery, lines } = await setUp('/1', respond(status, body, headers));
    expect(await delivery.accept(envelopeOf(1))).toEqual({ state: 'queued' });
    const line = { msg: 'event not delivered', status, next: 'kept and tried again' };
    expect(lines).toEqual([expect.objectContaining(line)]);
    expect(lines[0]?.detail).toBe(loggedOf(body));
    receiver.answer(takenWithId);

    await vi.advanceTimersByTimeAsync((pauseSeconds - 1) * 1_000);
    expect(await delivery.accept(envelopeOf(2))).toEqual({ state: 'queued' });
    expect(receiver.arrivals).toHaveLength(1);
    await inTime('both', () => delivery.stats().sent === 2);
    expect(delivery.stats()).toMatchObject({ sent: 2, queued: 0, dropped: {} });
  }); // prettier-ignore

  test('Sentry, with a rate limit on a 200: that one is sent, and the next waits', async () => {
    const limits = { 'X-Sentry-Rate-Limits': '60:error;default:organization' };
    const { receiver, delivery } = await setUp('/1', respondWith(200, { id: idOf(1) }, limits));
    expect(await delivery.accept(envelopeOf(1))).toEqual({ state: 'sent' });
    receiver.answer(takenWithId);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(await delivery.accept(envelopeOf(2))).toEqual({ state: 'queued' });
    expect(receiver.arrivals).toHaveLength(1);
    await inTime('the next', () => delivery.stats().sent === 2);
  });

  test('Spotlight, not started yet', async () => {
    const { receiver, delivery, lines } = await setUp('/1');
    await receiver.close();
    expect(await delivery.accept(envelopeOf(1))).toEqual({ state: 'queued' });
    expect(lines).toMatchObject([{ reason: 'the service cannot be reached', detail: 'ECONNREFUSED' }]);
    await receiver.open();
    await inTime('the event', () => delivery.stats().sent === 1);
  });
});
