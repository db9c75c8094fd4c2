import { connection } from 'next/server';
import { failUnawaited } from '../fail';

/** Starts work that it does not wait for, and that fails. */
export default async function Page() {
  await connection();
  void failUnawaited('a Server Component');
  return <h1>The page itself</h1>;
}
