import { connection } from 'next/server';
import { setTimeout as pause } from 'node:timers/promises';

export default async function Page() {
  await connection();
  await pause(100);
  return <h1>The page itself</h1>;
}
