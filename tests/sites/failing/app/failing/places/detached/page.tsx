import { connection } from 'next/server';

/** Starts work that it does not wait for, and that fails. */
export default async function Page() {
  await connection();
  void failLater();
  return <h1>The page itself</h1>;
}

async function failLater(): Promise<never> {
  await new Promise((resolve) => setImmediate(resolve));
  throw new Error('Failing: work that a Server Component did not wait for.');
}
