import { connection } from 'next/server';
import { findGone } from '../gone';

export const instant = false;

export default async function Page() {
  await connection();
  return <p>{await findGone()}</p>;
}
