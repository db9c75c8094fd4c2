import { connection } from 'next/server';

/** Throws while a request is handled, and never during a build. */
export async function fail(place: string): Promise<never> {
  await connection();
  throw new Error(`Failing: ${place}.`);
}

/** A component or a handler of Next's that does so. */
export const failing = (place: string) => (): Promise<never> => fail(place);
