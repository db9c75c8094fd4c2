import { connection } from 'next/server';

export default async function FailsOnServer(): Promise<never> {
  await connection();
  throw new Error('Sample error: a page of the team failed on the server.');
}
