import { createAdmission, type Admitted } from './admission.js';
import type { Delivery } from '../delivery/delivery.js';
import type { Log } from '../shared/log-messages.js';
import { maxEnvelopeBytes, openEnvelope, type Envelope } from '../envelope/envelope.js';
import type { EventBudget, TakeFirst } from './event-budget.js';
import type { RateLimit } from './rate-limit.js';
import { errorResponse, jsonResponse } from './responses.js';
import type { IgnoredError } from '../shared/ignored-errors.js';
import { shapeHeader } from '../shared/page-state-headers.js';

const another: IgnoredError = 'not the first of its kind today';

const envelopes: Admitted = { one: 'envelope', many: 'envelopes', maxBytes: maxEnvelopeBytes, size: '2 MiB' };

/** Only the body is forwarded, and only status and reason of the service's response come back. */
export function createTunnel(options: {
  delivery: Pick<Delivery, 'accept'>;
  log: Log;
  rateLimit: RateLimit;
  budget: EventBudget;
  takeFirst: TakeFirst;
  countIgnored: (reason: IgnoredError) => void;
  trustedProxyHops: number;
  /** Whether a visitor's words are accepted: a service may respond with 200 to them, and discard them. */
  acceptsFeedback: boolean;
}): (request: Request) => Promise<Response> {
  const { delivery, log, budget, takeFirst, countIgnored, acceptsFeedback } = options;
  const admit = createAdmission(options);

  async function accept(bytes: Uint8Array, shape: string | undefined): Promise<Response> {
    const envelope = openEnvelope(bytes);
    if (envelope.category === 'feedback' && !acceptsFeedback)
      return jsonResponse(403, { error: 'Feedback is off on this server.', state: 'dropped' }); // Of a page that had its form before.
    const verdict = await budget.take();
    if (verdict.state === 'taken') {
      // After the budget, which so bounds how many shapes of a client that makes them up are kept.
      const giveBack = shape === undefined ? () => {} : await takeFirst(shape);
      if (giveBack) return forward(envelope, () => [giveBack, verdict.refund].forEach((refund) => refund()));
      verdict.refund();
      countIgnored(another);
      return jsonResponse(200, { id: envelope.eventId, state: 'dropped', reason: another });
    }
    const { limit, per, retryAfterSeconds, isFirst } = verdict;
    if (isFirst) log.warn({ limit, per, retryAfterSeconds }, 'browser events limited');
    const error = `Browser event limit reached (${limit} per ${per}).`;
    return errorResponse(429, error, { 'Retry-After': String(retryAfterSeconds) });
  }

  /** An event that is neither sent nor queued does not count against the budget. */
  async function forward(envelope: Envelope, refund: () => void): Promise<Response> {
    const id = envelope.eventId;
    const accepted = await delivery.accept(envelope);
    if (accepted.state !== 'sent' && accepted.state !== 'queued') refund();
    if (accepted.state === 'unavailable')
      return errorResponse(503, accepted.error, { 'Retry-After': String(accepted.retryAfterSeconds) });
    log.info({ event: id, state: accepted.state }, 'event accepted');
    if (accepted.state === 'dropped') return jsonResponse(accepted.status, { error: accepted.error, state: 'dropped' });
    return jsonResponse(accepted.state === 'sent' ? 200 : 202, { id, state: accepted.state });
  }

  return (request) => {
    const shape = /^[0-9a-f]{1,8}$/.exec(request.headers.get(shapeHeader)?.slice(0, 9) ?? '')?.[0];
    return admit(request, envelopes, (bytes) => accept(bytes, shape));
  };
}
