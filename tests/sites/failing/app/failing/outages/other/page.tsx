import { connection } from 'next/server';
import { Shown } from './shown';

export default async function Other() {
  await connection();
  return <Shown />;
}
