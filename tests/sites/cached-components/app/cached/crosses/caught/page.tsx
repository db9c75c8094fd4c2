import { connection } from 'next/server';
import { findGone } from '../gone';

export const instant = false;

/** Tells the error of a cached function by its digest. */
export default async function Page() {
  await connection();
  const found = await findGone().catch(({ digest }: { digest: string }) => digest);
  return <p>Found: {found}</p>;
}
