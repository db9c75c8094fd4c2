import { connection } from 'next/server';

export const instant = false;

/** An error that crosses from a cached function into the page, which may tell it by the digest of its team's. */
export default async function Page({ params }: { params: Promise<{ how: string }> }) {
  await connection();
  const { how } = await params;
  const found = findGone(how);
  return <p>Found: {await (how === 'caught' ? found.catch(({ digest }: { digest: string }) => digest) : found)}</p>;
}

async function findGone(how: string): Promise<string> {
  'use cache';
  const error = new Error('Failing: a cached function looked for what is gone.');
  throw how === 'plain' ? error : Object.assign(error, { digest: 'TEAM;gone;1' });
}
