import { setTimeout as wait } from 'node:timers/promises';
import { digestInDocument } from '../../internals/server/flight-rows.js';
import { isEventId, isSafeDigest } from '../../shared/digest.js';
import { formatState, isEventState, isFinal, type EventState } from '../../shared/event-state.js';
import { jsonOf, type Ask } from './ask.js';
import { note, type Finding } from '../show.js';

const betweenMs = 500;

export async function followFailure(page: URL, monitoring: URL, ask: Ask, deadline: number): Promise<Finding> {
  const { url, status, headers, body } = await ask(page);
  const redirected = url.pathname === page.pathname ? '' : ` was redirected to ${url.pathname}, which`;
  const asked = `${page.pathname}${redirected} answered with ${status}`;
  // Not by the status: a page that was partly sent before it failed has 200.
  const digest = headers.get('Error-Digest') ?? digestInDocument(body);
  if (!isSafeDigest(digest)) return { says: `${asked}${withoutReference(status, headers.get('Retry-After'))}` };
  if (!isEventId(digest))
    return note(`${asked} and the application’s own digest ${digest}. The log line with it names the event.`);
  const event = await stateOf(digest, monitoring, ask, deadline);
  const followed = `${asked} and the reference ${digest}`;
  if (event?.state === 'sent')
    return note(`${followed}: delivered${event.afterMs ? ` after ${event.afterMs} ms` : ''}.`);
  return { says: `${followed}: ${event ? formatState(event) : 'no state'}. ${remedies[event?.state ?? 'none']}` };
}

function withoutReference(status: number, seconds: string | null): string {
  if (status === 429) return `: too many deliberate failures. Try again in ${seconds ?? 60} seconds.`;
  if (status < 500) return ', and did not fail. Name a path that throws on the server, with no login in front.';
  return ', without a reference. Does instrumentation export Candor’s onRequestError, or does a proxy replace error pages?';
}

const unreached = 'Check that the server can reach the host of SENTRY_DSN.';
const remedies = {
  off: 'Set SENTRY_DSN where the server runs.',
  dropped: 'The log says more in the line "event not delivered".',
  queued: unreached,
  sending: unreached,
  unknown: 'With several servers, give them one OUTBOX_URL, or ask one of them.',
  none: 'Check that /monitoring of this site is Candor’s.',
};

async function stateOf(event: string, monitoring: URL, ask: Ask, deadline: number): Promise<EventState | undefined> {
  for (let known: EventState | undefined; ;) {
    const state = jsonOf(await ask(new URL(`?event=${event}`, monitoring), 'application/json'));
    if (isEventState(state)) known = state;
    if ((known && isFinal(known)) || performance.now() + betweenMs > deadline) return known;
    await wait(betweenMs);
  }
}
