import { connection } from 'next/server';

// Next wants to be told that nothing of it is built.
export const instant = false;

export default async function Page(): Promise<never> {
  await connection();
  throw new Error('Sample error: a page failed before it was sent.');
}
