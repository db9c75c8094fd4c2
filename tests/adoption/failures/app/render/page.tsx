import { connection } from 'next/server';

export const instant = false;

export default async function Page() {
  await connection();
  throw new Error('adopted: server-render');
}
