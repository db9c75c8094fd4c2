import { keyPrefix, type BrowserOutbox, type KeptReport, type KeptThrown } from './report-storage';
import type { Capture, Report } from './reporter';
import type { EventState } from '../event-state';
import { followEventState } from './follow-event-state';
import type { Answered } from './in-flight-reports';

type Leftover = Report & { release: string };

const mostTaken = 200;
const longestKeptMs = 30 * 24 * 3_600_000;
// Without locks nobody knows which pages live: what is this old is nobody's.
const abandonedMs = 5 * 60_000;

/** Captures what pages that are gone have left, but for what the server knows already: it had only not answered them. */
export async function captureLeftovers(outbox: BrowserOutbox, capture: Capture, answered: Answered): Promise<void> {
  for (const leftover of await takeLeftovers(outbox)) {
    void fateOf(leftover.eventId).then((fate) => {
      if (fate.state === 'unknown') capture(leftover);
      else answered(leftover.eventId, fate);
    });
  }
}

/** Takes away what pages that are gone have left: nobody wants it. */
export async function forgetLeftovers(outbox: BrowserOutbox): Promise<void> {
  for (const { eventId } of await takeLeftovers(outbox)) outbox.remove(eventId);
}

/** `unknown`: not to this server, or not yet. */
async function fateOf(eventId: string): Promise<EventState> {
  let fate: EventState = { state: 'unknown' };
  const isOpen = () => fate.state === 'sending';
  const told = new AbortController();
  const follow = (event: EventState) => {
    fate = event;
    if (!isOpen()) told.abort();
  };
  await followEventState(eventId, follow, told.signal);
  return isOpen() ? { state: 'unknown' } : fate;
}

/** What pages that are gone have left, oldest first, taken over by this one. */
async function takeLeftovers(outbox: BrowserOutbox): Promise<Leftover[]> {
  if (!outbox.hasAny()) return [];
  outbox.holdPage();
  // In the future is what was kept before the clock was set back.
  if (!navigator.locks) return take(outbox, ({ at }) => Math.abs(Date.now() - Date.parse(at)) < abandonedMs);
  // One page at a time, so that of two that start at once only one takes them.
  return navigator.locks.request(`${keyPrefix}taking`, async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    const living = new Set([...held, ...pending].map(({ name }) => name));
    return take(outbox, ({ page }) => living.has(page));
  });
}

function take(outbox: BrowserOutbox, isInHand: (kept: KeptReport) => boolean): Leftover[] {
  const abandoned = Object.keys(localStorage)
    .filter((key) => key.startsWith(keyPrefix))
    .flatMap((key) => read(key) ?? [])
    .filter(({ kept }) => kept.page !== outbox.page && !isInHand(kept))
    .sort((one, other) => one.leftover.at.getTime() - other.leftover.at.getTime());
  const isWorthSending = ({ at }: Leftover) => at.getTime() + longestKeptMs > Date.now();
  const taken = abandoned.slice(-mostTaken).filter(({ leftover }) => isWorthSending(leftover));
  for (const read of abandoned) {
    if (taken.includes(read)) claim(read.kept, outbox.page);
    else outbox.remove(read.kept.eventId);
  }
  return taken.map(({ leftover }) => leftover);
}

function claim(kept: KeptReport, page: string) {
  try {
    localStorage.setItem(keyPrefix + kept.eventId, JSON.stringify({ ...kept, page }));
  } catch (error) {
    console.warn('Another page may send this report as well.', error);
  }
}

/** `undefined`: not ours, or no longer as it was; it is taken away. */
function read(key: string): { kept: KeptReport; leftover: Leftover } | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '') as KeptReport;
    if (keyPrefix + kept.eventId !== key) throw new TypeError('It is kept under the name of another.');
    const leftover = revive(kept);
    if (Number.isNaN(leftover.at.getTime())) throw new TypeError('It has no time.');
    return { kept, leftover };
  } catch (error) {
    console.warn('What was kept is no report.', error);
    localStorage.removeItem(key);
    return undefined;
  }
}

function revive(kept: KeptReport): Leftover {
  const at = new Date(Math.min(Date.parse(kept.at), Date.now())); // Its page's clock may have been ahead of this one's.
  const report = { ...kept, at, madeAt: undefined, isKept: true };
  return 'thrown' in kept ? { ...report, thrown: reviveThrown(kept.thrown) } : report;
}

function reviveThrown(thrown: KeptThrown): unknown {
  if ('text' in thrown) return thrown.text;
  const { name, message, stack, cause } = thrown;
  return Object.assign(new Error(message, cause && { cause: reviveThrown(cause) }), { name, stack });
}
