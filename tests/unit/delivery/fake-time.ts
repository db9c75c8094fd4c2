import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Delivery } from '../../../candor/src/delivery/delivery';
import type { Falsy } from '../../support/wait-until';

/** Fakes timers and both clocks in every test of the file, or of the `describe` around it. `inTime` lets time pass. */
export function fakeTimeInEachTest(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
    vi.spyOn(Math, 'random').mockReturnValue(0); // Pauses of whole milliseconds: a rest of one lets no faked time pass.
  });
  afterEach(() => void vi.useRealTimers());
}

/** A clock that no test fakes. */
const realMs = () => Number(process.hrtime.bigint()) / 1e6;

/** With faked timers and clock: skips one pause after the other until `find` gives something truthy. */
export async function inTime<Found>(
  description: string,
  find: () => Found | Promise<Found>,
  timeoutMs = 4_000,
): Promise<Exclude<Found, Falsy>> {
  const deadline = realMs() + timeoutMs;
  while (realMs() < deadline) {
    await vi.advanceTimersToNextTimerAsync();
    const found = await find();
    if (found) return found as Exclude<Found, Falsy>;
    await pause(5); // For the disk and the network, which are not faked.
  }
  throw new Error(`Waited in vain for ${description}.`);
}

/** Starts a delivery, and skips every pause until it has sent so many. */
export async function startUntilSent(delivery: Delivery, count: number, timeoutMs?: number): Promise<void> {
  await delivery.start();
  await inTime('the envelopes to be sent', () => delivery.stats().sent === count, timeoutMs);
}
