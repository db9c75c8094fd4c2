import { describe, expect, test, vi } from 'vitest';
import { createServiceHealth } from '../../../candor/src/delivery/service-health';
import { classifyResponse } from '../../../candor/src/delivery/service-response';
import { respondWith, type Respond } from '../../support/fake-ingest';
import { envelopeOf, eventIdsOf, idOf, receiverOfThisTest, setUpDelivery } from '../delivery/set-up-delivery';

// What the services that people run respond, by their documentation; sources in docs/operating.md, "Services people run".

const hexKey = '0123456789abcdef0123456789abcdef';
const html = { 'Content-Type': 'text/html' };

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

describe('a temporary failure is tried again when the pause is over, in seconds:', () => {
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
    ['Sentry', 'with a rate limit on a 200', 200, { id: idOf(1) } as object, 60, { 'X-Sentry-Rate-Limits': '60:error;default:organization' }],
  ])('%s, %s', (_service, _what, status, body, pauseSeconds, headers = {}) => {
    const { 'Retry-After': retryAfter, 'X-Sentry-Rate-Limits': rateLimits, Date: date } = headers;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const result = classifyResponse({ status, body: text, retryAfter, rateLimits, date });
    expect(result.state).toBe(status === 200 ? 'sent' : 'retry');
    vi.spyOn(performance, 'now').mockReturnValue(0);
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const health = createServiceHealth();
    if (result.limits) health.applyLimits(result.limits);
    if (result.state === 'retry') health.recordFailedAttempt('error');
    expect(health.pauseLeftMs('error')).toBe(pauseSeconds * 1_000);
  }); // prettier-ignore
});
