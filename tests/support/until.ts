import { setTimeout as pause } from 'node:timers/promises';

/** Waits until `look` finds something, looking again and again for at most 15 s. */
export async function until<Found>(
  what: string,
  look: () => Found | undefined | Promise<Found | undefined>,
): Promise<Found> {
  const deadline = Date.now() + 15_000;
  while (Date.now() < deadline) {
    const found = await look();
    if (found !== undefined) return found;
    await pause(20);
  }
  throw new Error(`Waited 15 s in vain for ${what}.`);
}
