import { connection } from 'next/server';

async function findOrders(customer: string): Promise<string[]> {
  'use cache';
  if (customer === 'unknown') throw new Error('fault: cached');
  return [customer];
}

export default async function Page() {
  await connection();
  return <p>{await findOrders('unknown')}</p>;
}
