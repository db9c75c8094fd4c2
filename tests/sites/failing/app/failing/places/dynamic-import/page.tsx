import { connection } from 'next/server';

export default async function Page() {
  await connection();
  const { value } = await import('./throws');
  return <h1>{value}</h1>;
}
