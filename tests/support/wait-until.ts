import { setTimeout as pause } from 'node:timers/promises';

/** Whether a server responds there with success. */
export const responds = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false, // Not listening yet.
  );

export type Falsy = false | 0 | '' | null | undefined;

/** Calls `find` every 20 ms until it gives something truthy, and resolves to that. Rejects after `timeoutMs`. */
export async function waitUntil<Found>(
  description: string,
  find: () => Found | Promise<Found>,
  timeoutMs = 20_000,
): Promise<Exclude<Found, Falsy>> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    const found = await find();
    if (found) return found as Exclude<Found, Falsy>;
    await pause(20);
  }
  throw new Error(`Waited ${timeoutMs / 1000} s for ${description}.`);
}
