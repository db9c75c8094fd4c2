import { connection } from 'next/server';

/** Throws while a request is handled, and never during a build. */
export async function fail(place: string): Promise<never> {
  await connection();
  throw new Error(`Failing: ${place}.`);
}
