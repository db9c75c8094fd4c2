import { connection } from 'next/server';

export const instant = false;

/** An error that crosses from a cached function into the page. */
export default async function Page() {
  await connection();
  return <p>{await failsInCache()}</p>;
}

async function failsInCache(): Promise<string> {
  'use cache';
  throw new Error('Failing: a cached function threw.');
}
