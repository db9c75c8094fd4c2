import type { Browser } from 'playwright';
import { startFakeIngest, respondWith, type FakeIngest } from '../support/fake-ingest';
import { waitUntil } from '../support/wait-until';
import { inNewTab } from './browser';
import { receiverPort } from './wizard/dsn';

const samples = { server: 30, loaded: 30, notLoaded: 10 };

/**
 * Milliseconds from each failure to the moment when its event was at the receiver; infinite if it did not come within 15
 * seconds. One machine, so one clock.
 */
export type Acceptance = Record<'server-error' | 'error-loaded' | 'error-not-loaded', number[]>;

/** A receiver that keeps what it gets, to be looked at. The wizard's pages post to it from their own origin. */
export async function startWatchedReceiver(): Promise<FakeIngest> {
  const receiver = await startFakeIngest({ onPort: receiverPort });
  receiver.answer(respondWith(200, { id: null }, { 'Access-Control-Allow-Origin': '*' }));
  return receiver;
}

export async function measureAcceptance(browser: Browser, url: string, receiver: FakeIngest): Promise<Acceptance> {
  return {
    'server-error': await serverErrors(url, receiver),
    'error-loaded': await errorsWithSdk(browser, url, receiver),
    'error-not-loaded': await errorsBeforeSdk(browser, url, receiver),
  };
}

/** Counted from sending the request: what was thrown does not tell when, and a few milliseconds too many are fair. */
async function serverErrors(url: string, receiver: FakeIngest): Promise<number[]> {
  const times: number[] = [];
  for (let sample = 0; sample < samples.server; sample += 1) {
    const before = receiver.arrivals.length;
    const from = Date.now();
    await (await fetch(`${url}/sentry-example-page?fail=server-render`)).arrayBuffer();
    times.push(((await arrivalOf(receiver, before, /^Sample error/))?.at ?? Infinity) - from);
  }
  return times;
}

function errorsWithSdk(browser: Browser, url: string, receiver: FakeIngest): Promise<number[]> {
  return inNewTab(browser, async (page) => {
    await page.goto(`${url}/`);
    await page.waitForLoadState('networkidle');
    const times: number[] = [];
    for (let sample = 0; sample < samples.loaded; sample += 1) {
      const before = receiver.arrivals.length;
      // What is thrown says when: no two are alike, so that no SDK takes them for one.
      await page.evaluate(() => void setTimeout(() => Promise.reject(new Error(`Thrown at ${Date.now()}`))));
      times.push(await timeOf(receiver, before));
    }
    return times;
  });
}

/** Thrown when the page has just loaded: the first listener of all is this one, and the idle time comes after it. */
async function errorsBeforeSdk(browser: Browser, url: string, receiver: FakeIngest): Promise<number[]> {
  const times: number[] = [];
  for (let sample = 0; sample < samples.notLoaded; sample += 1) {
    const before = receiver.arrivals.length;
    const time = await inNewTab(browser, async (page) => {
      await page.addInitScript(() =>
        addEventListener('load', () => {
          throw new Error(`Thrown at ${Date.now()}`);
        }),
      );
      await page.goto(`${url}/`);
      return timeOf(receiver, before);
    });
    times.push(time);
  }
  return times;
}

async function timeOf(receiver: FakeIngest, before: number): Promise<number> {
  const arrival = await arrivalOf(receiver, before, /^Thrown at \d+$/);
  return arrival ? arrival.at - Number(arrival.message.slice('Thrown at '.length)) : Infinity;
}

type EventArrival = { at: number; message: string };

/** `undefined`: it was lost on the way, which is a figure too. */
async function arrivalOf(receiver: FakeIngest, before: number, pattern: RegExp): Promise<EventArrival | undefined> {
  try {
    return await waitUntil(`an event that says ${pattern}`, () => {
      for (const { at, event } of receiver.arrivals.slice(before)) {
        const message = event?.exception?.values.at(-1)?.value;
        if (message !== undefined && pattern.test(message)) return { at, message };
      }
      return undefined;
    });
  } catch (error) {
    console.warn(error instanceof Error ? error.message : error);
    return undefined;
  }
}
