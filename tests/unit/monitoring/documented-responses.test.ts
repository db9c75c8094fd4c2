import { describe, expect, test, vi } from 'vitest';
import { respondWith, type Respond } from '../../support/fake-ingest';
import { fakeTimeInEachTest, inTime } from '../delivery/fake-time';
import { envelopeOf, eventIdsOf, idOf, receiverOfThisTest, setUpDelivery } from '../delivery/set-up-delivery';

// What the services that people run respond, by their documentation; sources in docs/operating.md, "Services people run".

const hexKey = '0123456789abcdef0123456789abcdef';
const html = { 'Content-Type': 'text/html' };

const hourMs = 3_600_000;
const takenWithId = respondWith(200, { id: idOf(1) });

/** A delivery to a service, and the service, whose responses the test sets. */
async function setUp(respond: Respond) {
  const receiver = await receiverOfThisTest(respond);
  const dsn = `${receiver.url.replace('://', `://${hexKey}@`)}/1`;
  return { receiver, ...(await setUpDelivery({ receiver: { ...receiver, dsn } })) };
}

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
    ['self-hosted Sentry', 'a body too large for its nginx', 413, '<html><h1>413 Request Entity Too Large</h1></html>'],
    ['Bugsink', 'an event over 1 MiB, or a first line over 8 KiB', 413, { message: 'Max length (MAX_HEADER_SIZE: 8192) exceeded' }],
    ['Bugsink', 'a key or project it does not know, with a text that shows the DSN', 403, `Project not found or key incorrect: http://${hexKey}@x/1`],
  ])('%s, %s', async (_service, _what, status, body) => {
    const { receiver, delivery, lines } = await setUp(respond(status, body));
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

  test.each<[...Row, pauseSeconds: number, headers?: Record<string, string>]>([
    ['Sentry', 'over its quota', 429, quota, 120, sentryLimit],
    ['self-hosted Sentry', 'with its Relay restarting behind nginx', 502, '<html><h1>502 Bad Gateway</h1></html>', 2],
    ['self-hosted Sentry', 'whose proxy leads from http to https', 301, '', 2, { Location: 'https://sentry.example/api/1/envelope/' }],
    ['GlitchTip', 'throttled, with an invalid Retry-After', 429, 'Too Many Requests', 60, { 'Retry-After': 'None' }],
    ['GlitchTip', 'throttled, with a date for Retry-After', 429, { message: 'Please retry later' }, 90, until],
    ['Bugsink', 'over its quota, with its limit of transactions on every response', 429, '', 60, bugsinkLimit],
  ])('%s, %s', async (_service, _what, status, body, pauseSeconds, headers) => {
    const { receiver, delivery, lines } = await setUp(respond(status, body, headers));
    const startedAt = performance.now();
    expect(await delivery.accept(envelopeOf(1))).toEqual({ state: 'queued' });
    const line = { msg: 'event not delivered', status, next: 'kept and tried again' };
    expect(lines).toEqual([expect.objectContaining(line)]);
    expect(lines[0]?.detail).toBe(loggedOf(body));
    receiver.answer(takenWithId);

    vi.setSystemTime(Date.now() - hourMs); // The wall clock ends no pause, nor lengthens it.
    await vi.advanceTimersByTimeAsync((pauseSeconds - 1) * 1_000);
    vi.setSystemTime(Date.now() + 45 * 24 * hourMs);
    expect(await delivery.accept(envelopeOf(2))).toEqual({ state: 'queued' });
    expect(receiver.arrivals).toHaveLength(1);
    await inTime('both', () => delivery.stats().sent === 2);
    expect(performance.now()).toBeLessThan(startedAt + (pauseSeconds + 60) * 1_000);
    expect(delivery.stats()).toMatchObject({ sent: 2, queued: 0, dropped: {} });
  }); // prettier-ignore

  test('Sentry, with a rate limit on a 200: that one is sent, and the next waits', async () => {
    const limits = { 'X-Sentry-Rate-Limits': '60:error;default:organization' };
    const { receiver, delivery } = await setUp(respondWith(200, { id: idOf(1) }, limits));
    expect(await delivery.accept(envelopeOf(1))).toEqual({ state: 'sent' });
    receiver.answer(takenWithId);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(await delivery.accept(envelopeOf(2))).toEqual({ state: 'queued' });
    expect(receiver.arrivals).toHaveLength(1);
    await inTime('the next', () => delivery.stats().sent === 2);
  });
});
