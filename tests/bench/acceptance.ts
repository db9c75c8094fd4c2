import type { Browser } from 'playwright';
import { startFakeIngest, respondWith, type FakeIngest } from '../support/fake-ingest';
import { waitUntil } from '../support/wait-until';
import { inNewTab } from './browser';
import type { Measured } from './comparisons';
import { createEnvelope } from './envelopes';
import { startCandor } from './sites';
import { percentile } from './statistics';
import type { Starts } from './subjects';
import { receiverPort } from './wizard/dsn';

const samples = { server: 30, loaded: 30, notLoaded: 10 };
const envelopeBytes = 6_000;

type Side = keyof Measured['acceptance'];

/** A subject's site. `envelope`: in place of failing, each page posts this to the receiver. */
type Site = { url: string; receiver: FakeIngest; envelope?: string };

/**
 * Milliseconds from each failure to the moment when its event was at the receiver; infinite if it did not come within 20
 * seconds. One machine, so one clock. The floor is an event that is posted to the receiver with nothing in between.
 */
export async function measureAcceptance(
  { browser, starts, rounds }: { browser: Browser; starts: Required<Pick<Starts, 'bare' | 'wizard'>>; rounds: number },
  measured: Measured['acceptance'],
): Promise<void> {
  const receiver = await startFakeIngest({ onPort: receiverPort });
  // The wizard's pages post to it from their own origin.
  receiver.answer(respondWith(200, { id: null }, { 'Access-Control-Allow-Origin': '*' }));
  const servers = {
    floor: await starts.bare(),
    candor: await startCandor({ dsn: receiver.dsn }),
    wizard: await starts.wizard(),
  };
  const sides: readonly Side[] = ['floor', 'candor', 'wizard'];
  const times: Record<Side, Record<string, number[]>> = { floor: {}, candor: {}, wizard: {} };
  for (let round = 1; round <= rounds; round += 1) {
    for (const side of round % 2 ? sides : sides.toReversed()) {
      const site = { url: servers[side].url, receiver, ...(side === 'floor' && { envelope: floorEnvelope }) };
      for (const [failure, measure] of Object.entries(failures)) {
        (times[side][failure] ??= []).push(...(await measure(site, browser)));
      }
    }
  }
  for (const side of sides) {
    for (const [failure, all] of Object.entries(times[side])) {
      measured[side][`${failure}-p50`] = [percentile(all, 0.5)]; // A round has too few for its hundredth.
      measured[side][`${failure}-p99`] = [percentile(all, 0.99)];
    }
    await servers[side].end();
  }
  await receiver.close();
}

const failures = { 'server-error': serverErrors, 'error-loaded': errorsWithSdk, 'error-not-loaded': errorsBeforeSdk };

const placeOfTime = 'TIME';
const floorEnvelope = createEnvelope({ message: `Thrown at ${placeOfTime}`, bytes: envelopeBytes });

/** Counted from sending the request: what was thrown does not tell when, and a few milliseconds too many are fair. */
async function serverErrors({ url, receiver, envelope }: Site): Promise<number[]> {
  const times: number[] = [];
  for (let sample = 0; sample < samples.server; sample += 1) {
    const before = receiver.arrivals.length;
    const from = Date.now();
    const response = envelope
      ? await fetch(`${receiver.url}/`, { method: 'POST', body: envelope })
      : await fetch(`${url}/sentry-example-page?fail=server-render`);
    await response.arrayBuffer();
    times.push(((await arrivalOf(receiver, before, /^(?:Sample error|Thrown at)/))?.at ?? Infinity) - from);
  }
  return times;
}

function errorsWithSdk(site: Site, browser: Browser): Promise<number[]> {
  return inNewTab(browser, async (page) => {
    await page.addInitScript(defineFail, scriptOf(site));
    await page.goto(`${site.url}/`);
    await page.waitForLoadState('networkidle');
    const times: number[] = [];
    // The first one loads the SDK, where it is not loaded before.
    for (let sample = 0; sample <= samples.loaded; sample += 1) {
      const before = site.receiver.arrivals.length;
      await page.evaluate(() => void setTimeout(() => (globalThis as unknown as Failing).fail()));
      const time = await timeOf(site.receiver, before);
      if (sample > 0) times.push(time);
    }
    return times;
  });
}

/** Thrown when the page has just loaded: the first listener of all is this one, and the idle time comes after it. */
async function errorsBeforeSdk(site: Site, browser: Browser): Promise<number[]> {
  const times: number[] = [];
  for (let sample = 0; sample < samples.notLoaded; sample += 1) {
    const before = site.receiver.arrivals.length;
    await inNewTab(browser, async (page) => {
      await page.addInitScript(defineFail, scriptOf(site));
      await page.addInitScript(() => addEventListener('load', () => (globalThis as unknown as Failing).fail()));
      await page.goto(`${site.url}/`);
      times.push(await timeOf(site.receiver, before));
    });
  }
  return times;
}

type Failing = { fail: () => void };

const scriptOf = ({ receiver, envelope }: Site) => ({ receiver: receiver.url, envelope, placeOfTime });

/** Runs in the page. What is thrown says when: no two are alike, so that no SDK takes them for one. */
function defineFail({ receiver, envelope, placeOfTime }: ReturnType<typeof scriptOf>): void {
  const fail = () => {
    const now = String(Date.now());
    if (envelope === undefined) throw new Error(`Thrown at ${now}`);
    void fetch(receiver, { method: 'POST', mode: 'no-cors', body: envelope.replace(placeOfTime, now) });
  };
  Object.assign(globalThis, { fail });
}

async function timeOf(receiver: FakeIngest, before: number): Promise<number> {
  const arrival = await arrivalOf(receiver, before, /^Thrown at \d+$/);
  return arrival ? arrival.at - Number(arrival.message.slice('Thrown at '.length)) : Infinity;
}

/** `undefined`: it was lost on the way, which is a figure too. */
async function arrivalOf(receiver: FakeIngest, before: number, pattern: RegExp) {
  const arrived = () =>
    receiver.arrivals
      .slice(before)
      .map(({ at, event }) => ({ at, message: event?.exception?.values.at(-1)?.value ?? '' }))
      .find(({ message }) => pattern.test(message));
  try {
    return await waitUntil(`an event that says ${pattern}`, arrived);
  } catch (error) {
    console.warn(error instanceof Error ? error.message : error);
    return undefined;
  }
}
