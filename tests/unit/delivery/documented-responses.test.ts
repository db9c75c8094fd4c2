import type { IncomingMessage } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { accept, respondWith, type Arrival, type Respond } from '../../support/fake-ingest';
import { fakeTimeInEachTest, inTime } from './fake-time';
import { envelopeOf, idOf, receiverOfThisTest, setUpDelivery } from './set-up-delivery';

// What the services that people run expect and respond, by their documentation; sources in docs/operating.md, "Services people run".

const hexKey = '0123456789abcdef0123456789abcdef';
const html = { 'Content-Type': 'text/html' };

/** The response of this service to a wrong request; `undefined`: the request is right. */
type Reject = (request: IncomingMessage, arrival: Arrival) => Respond | undefined;

type Service = {
  service: string;
  /** What stands between host and project, and the project. */
  path: string;
  reject: Reject;
  taken: Respond;
};

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

const services: Service[] = [
  { service: 'Sentry SaaS', path: '/4509', reject: rejectAsRelay, taken: takenWithId },
  { service: 'self-hosted Sentry', path: '/2', reject: rejectAsRelay, taken: takenWithId },
  { service: 'GlitchTip', path: '/1', reject: rejectAsDjango, taken: takenWithId },
  { service: 'Bugsink', path: '/1', reject: rejectAsDjango, taken: takenWithId },
  { service: 'Bugsink under a path', path: '/bugs/1', reject: rejectAsDjango, taken: takenWithId },
  {
    service: 'Spotlight',
    path: '/1',
    // It says 200 to anything, and keeps only this.
    reject: ({ headers }) =>
      headers['content-type'] === 'application/x-sentry-envelope' ? undefined : respondWith(200),
    taken: accept,
  },
];

/** A delivery to a service at this path, and the service, whose responses the test sets. */
async function setUp(path: string) {
  const receiver = await receiverOfThisTest();
  const dsn = receiver.url.replace('://', `://${hexKey}@`) + path;
  return { receiver, ...(await setUpDelivery({ receiver: { ...receiver, dsn } })) };
}

describe('a service that takes an envelope:', () => {
  test.each(services)('$service', async ({ path, reject, taken }) => {
    const { receiver, delivery } = await setUp(path);
    receiver.answer((response) => {
      const arrival = receiver.arrivals.at(-1);
      return ((arrival && reject(response.req, arrival)) ?? taken)(response);
    });
    expect(await delivery.accept(envelopeOf(idOf(1)))).toEqual({ state: 'sent' });
    const prefix = path.replace(/\/\d+$/, '');
    expect(receiver.accepted.map(({ path }) => path)).toEqual([
      `${prefix}/api/${path.slice(prefix.length + 1)}/envelope/?sentry_version=7&sentry_key=${hexKey}`,
    ]);
  });
});

type Row = [service: string, what: string, response: Respond, line: { status?: number; detail?: string }];

describe('a permanent failure is logged with its reason and not retried:', () => {
  test.each<Row>([
    [
      'Sentry',
      'an event over 1 MiB',
      respondWith(413, {
        detail:
          "envelope exceeded size limits for type 'event' (https://develop.sentry.dev/sdk/envelopes/#size-limits)",
      }),
      { status: 413, detail: expect.stringContaining("size limits for type 'event'") as string },
    ],
    [
      'Sentry',
      'a project that is disabled or another',
      respondWith(403, { detail: 'event submission rejected with_reason: ProjectId' }),
      { status: 403, detail: 'event submission rejected with_reason: ProjectId' },
    ],
    [
      'Sentry',
      'an invalid key',
      respondWith(400, { detail: 'bad sentry DSN public key', causes: ['invalid project key'] }),
      { status: 400, detail: 'bad sentry DSN public key' },
    ],
    [
      'self-hosted Sentry',
      'a body too large for its nginx',
      respondWith(413, '<html><h1>413 Request Entity Too Large</h1></html>', html),
      { status: 413 },
    ],
    [
      'GlitchTip',
      'a key or project it does not know',
      respondWith(403, { detail: 'Denied' }),
      { status: 403, detail: 'Denied' },
    ],
    [
      'GlitchTip',
      'a key that is no UUID',
      respondWith(403, { detail: 'Invalid DSN' }),
      { status: 403, detail: 'Invalid DSN' },
    ],
    [
      'GlitchTip',
      'a body too large',
      respondWith(413, 'Request body exceeded settings.DATA_UPLOAD_MAX_MEMORY_SIZE.', html),
      { status: 413 },
    ],
    [
      'Bugsink',
      'an event over 1 MiB, or a first line over 8 KiB',
      respondWith(413, { message: 'Max length (MAX_HEADER_SIZE: 8192) exceeded' }),
      { status: 413, detail: 'Max length (MAX_HEADER_SIZE: 8192) exceeded' },
    ],
    [
      'Bugsink',
      'an invalid envelope',
      respondWith(400, { message: 'event_id not found in envelope headers' }),
      { status: 400, detail: 'event_id not found in envelope headers' },
    ],
    [
      'Bugsink',
      'a key or project it does not know, with a text that shows the DSN',
      respondWith(403, `Project not found or key incorrect: http://${hexKey}@x/1`, html),
      { status: 403, detail: undefined },
    ],
  ])('%s, %s', async (_service, _what, response, { status, detail }) => {
    const { receiver, delivery, lines } = await setUp('/1');
    receiver.answer(response);
    expect(await delivery.accept(envelopeOf(idOf(1)))).toMatchObject({ state: 'dropped', status });
    expect(lines.map(({ msg, ...fields }) => ({ msg, ...fields }))).toEqual([
      expect.objectContaining({ msg: 'event not delivered', status, next: 'dropped', ...(detail && { detail }) }),
    ]);
    expect(JSON.stringify(lines)).not.toContain(hexKey);

    // The next envelope is not affected.
    receiver.answer(takenWithId);
    expect(await delivery.accept(envelopeOf(idOf(2)))).toEqual({ state: 'sent' });
    expect(receiver.arrivals.map(({ header }) => header.event_id)).toEqual([idOf(1), idOf(2)]);
  });
});

describe('after a temporary failure the envelope is kept, and sent when the pause is over:', () => {
  fakeTimeInEachTest();

  const quota = 'Sentry dropped data due to a quota or internal rate limit being reached.';

  test.each<[...Row, pauseSeconds: number]>([
    [
      'Sentry',
      'over its quota',
      respondWith(429, { detail: quota }, { 'Retry-After': '120', 'X-Sentry-Rate-Limits': '120:error:organization' }),
      { status: 429, detail: quota },
      120,
    ],
    [
      'Sentry',
      'overloaded',
      respondWith(503, { detail: 'the service is overloaded' }),
      { status: 503, detail: 'the service is overloaded' },
      2,
    ],
    [
      'self-hosted Sentry',
      'with its Relay restarting behind nginx',
      respondWith(502, '<html><h1>502 Bad Gateway</h1></html>', html),
      { status: 502 },
      2,
    ],
    [
      'self-hosted Sentry',
      'whose proxy leads from http to https',
      respondWith(301, '', { Location: 'https://sentry.example/api/1/envelope/' }),
      { status: 301 },
      2,
    ],
    ['GlitchTip', 'throttled', respondWith(429, 'Too Many Requests', { 'Retry-After': '600' }), { status: 429 }, 600],
    [
      'GlitchTip',
      'throttled, with an invalid Retry-After',
      respondWith(429, 'Too Many Requests', { 'Retry-After': 'None' }),
      { status: 429 },
      60,
    ],
    [
      'GlitchTip',
      'throttled, with a date for Retry-After',
      respondWith(
        429,
        { message: 'Please retry later' },
        { Date: 'Sat, 21 Nov 2026 11:58:30 GMT', 'Retry-After': 'Sat, 21 Nov 2026 12:00:00 GMT' },
      ),
      { status: 429, detail: 'Please retry later' },
      90,
    ],
    [
      'GlitchTip',
      'in maintenance',
      respondWith(503, { detail: 'Events are not currently being accepted due to maintenance.' }),
      { status: 503 },
      2,
    ],
    [
      'Bugsink',
      'over its quota, with what it says of transactions on every response',
      respondWith(429, '', { 'X-Sentry-Rate-Limits': '60::key, 86400:transaction;span:organization' }),
      { status: 429 },
      60,
    ],
    ['Bugsink', 'failing', respondWith(500, '<h1>Server Error (500)</h1>', html), { status: 500 }, 2],
  ])('%s, %s', async (_service, _what, response, line, pauseSeconds) => {
    const { receiver, delivery, lines } = await setUp('/1');
    receiver.answer(response);
    expect(await delivery.accept(envelopeOf(idOf(1)))).toEqual({ state: 'queued' });
    expect(lines).toEqual([
      expect.objectContaining({ msg: 'event not delivered', next: 'kept and tried again', ...line }),
    ]);
    receiver.answer(takenWithId);

    await vi.advanceTimersByTimeAsync((pauseSeconds - 1) * 1_000);
    expect(await delivery.accept(envelopeOf(idOf(2)))).toEqual({ state: 'queued' });
    expect(receiver.arrivals).toHaveLength(1);
    await inTime('both', () => delivery.report().sent === 2);
    expect(delivery.report()).toMatchObject({ sent: 2, queued: 0, dropped: {} });
  });

  test('Sentry, with a rate limit on a 200: that one is sent, and the next waits', async () => {
    const { receiver, delivery } = await setUp('/1');
    receiver.answer(respondWith(200, { id: idOf(1) }, { 'X-Sentry-Rate-Limits': '60:error;default:organization' }));
    expect(await delivery.accept(envelopeOf(idOf(1)))).toEqual({ state: 'sent' });
    receiver.answer(takenWithId);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(await delivery.accept(envelopeOf(idOf(2)))).toEqual({ state: 'queued' });
    expect(receiver.arrivals).toHaveLength(1);
    await inTime('the next', () => delivery.report().sent === 2);
  });

  test('Spotlight, not started yet', async () => {
    const { receiver, delivery, lines } = await setUp('/1');
    await receiver.close();
    expect(await delivery.accept(envelopeOf(idOf(1)))).toEqual({ state: 'queued' });
    expect(lines).toMatchObject([{ reason: 'the service cannot be reached', detail: 'ECONNREFUSED' }]);
    await receiver.open();
    await inTime('the event', () => delivery.report().sent === 1);
  });
});
