import { headers } from 'next/headers';

export default async function Fails() {
  await headers();
  throw new Error('A page of the benchmark failed.');
}
