import { setTimeout as wait } from 'node:timers/promises';
import { digestInDocument } from '../../internals/server/failed-document.js';
import { isEventId, isSafeDigest } from '../../shared/digest.js';
import { isEventState, isFinal, type EventState } from '../../shared/event-state.js';
import { CommandError } from '../../application/read-application.js';
import type { Answer, Ask } from './ask.js';
import type { Finding, Looked } from './finding.js';
import { addressOf, type Site } from './look-at-site.js';

const betweenMs = 500;

/**
 * Makes a page of the site fail, and follows its event until its state does not change any more.
 * @param path of a page that throws
 * @param totalMs how long, at most
 */
export async function followFailure(site: Site, path: string, ask: Ask, totalMs: number): Promise<Looked> {
  const deadline = performance.now() + totalMs;
  const address = addressOf(site, path);
  const failed = await ask(address);
  const digest = digestOf(failed);
  const isRedirected = failed.url.pathname !== address.pathname;
  const asked = `${address.pathname}${isRedirected ? ` was redirected to ${failed.url.pathname}, which` : ''} answered with ${failed.status}`;
  if (digest === undefined) return notFailed(failed, asked);
  if (!isEventId(digest)) {
    const says = `${asked} and the digest ${digest}, which the application made itself: the log line with it names the event.`;
    return { findings: [], notes: [says] };
  }
  const state = await stateOf(digest, site.monitoring, ask, deadline);
  return { findings: problemOf(digest, state), notes: [`${asked} and the reference ${digest}: ${inWords(state)}.`] };
}

/** The status does not tell: a page of which a part was sent before it failed has 200. */
function digestOf({ headers, body }: Answer): string | undefined {
  const digest = headers.get('Error-Digest') ?? digestInDocument(body);
  return isSafeDigest(digest) ? digest : undefined;
}

function notFailed({ status, headers }: Answer, asked: string): Looked {
  const says =
    status >= 500
      ? `${asked}, without a reference. See that instrumentation exports onRequestError from Candor, and that no proxy replaces error pages.`
      : status === 429
        ? `${asked}: too many failures on purpose. Try again in ${headers.get('Retry-After') ?? '60'} seconds.`
        : `${asked}, and did not fail. Name a path that throws on the server, and that no login is in front of: \`candor init --example\` writes a page for it.`;
  return { findings: [finding(says)], notes: [] };
}

const finding = (says: string): Finding => ({ about: 'delivery', says });

/** `undefined`: the address does not say. */
async function stateOf(event: string, monitoring: URL, ask: Ask, deadline: number): Promise<EventState | undefined> {
  const address = new URL(monitoring);
  address.searchParams.set('event', event);
  let state: EventState | undefined;
  for (;;) {
    state = (await askState(address, ask)) ?? state;
    if ((state && isFinal(state)) || performance.now() + betweenMs > deadline) return state;
    await wait(betweenMs);
  }
}

async function askState(address: URL, ask: Ask): Promise<EventState | undefined> {
  try {
    const { body } = await ask(address, { accept: 'application/json' });
    const state: unknown = JSON.parse(body.toString());
    return isEventState(state) ? state : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof CommandError) return undefined; // The next one may answer.
    throw error;
  }
}

function inWords(state: EventState | undefined): string {
  if (state?.state !== 'sent') return state?.state ?? 'no answer';
  return state.afterMs === undefined ? 'delivered' : `delivered after ${state.afterMs} ms`;
}

function problemOf(digest: string, event: EventState | undefined): Finding[] {
  switch (event?.state) {
    case 'sent':
      return [];
    case 'off':
      return [
        finding(`The failure ${digest} was not sent, because reporting is off. Set SENTRY_DSN where the server runs.`),
      ];
    case 'dropped':
      return [
        finding(
          `The event ${digest} was dropped: ${event.reason}. The log says more in the line "event not delivered".`,
        ),
      ];
    case 'queued':
    case 'sending':
      return [
        finding(
          `The event ${digest} still waits (${event.state}). See that the server reaches the host of SENTRY_DSN.`,
        ),
      ];
    case 'unknown':
      return [
        finding(
          `The server that was asked does not know the event ${digest}. With several servers, give them one OUTBOX_URL, or ask one of them.`,
        ),
      ];
    default:
      return [finding(`The state of the event ${digest} is unknown. See that /monitoring of this site is Candor's.`)];
  }
}
