import { connection } from 'next/server';

export default async function Other() {
  await connection();
  return <h1>The other page</h1>;
}
