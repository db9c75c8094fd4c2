import { setTimeout as pause } from 'node:timers/promises';

/** Waits until `look` finds something, looking again and again for at most `patienceMs`. */
export async function until<Found>(
  what: string,
  look: () => Found | undefined | Promise<Found | undefined>,
  patienceMs = 15_000,
): Promise<Found> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    const found = await look();
    if (found !== undefined) return found;
    await pause(20);
  }
  throw new Error(`Waited ${patienceMs / 1000} s in vain for ${what}.`);
}
