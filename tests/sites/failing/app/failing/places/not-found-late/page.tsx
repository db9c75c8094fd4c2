import { notFound } from 'next/navigation';
import { connection } from 'next/server';

export default async function Page() {
  await connection();
  await new Promise((resolve) => setTimeout(resolve, 100)); // The head was sent by then, with loading.tsx.
  notFound();
}
