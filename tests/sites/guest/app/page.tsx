import Link from 'next/link';
import { Counter } from './counter';

export default function Page() {
  return (
    <>
      <h1>Home</h1>
      <Counter />
      <Link href="/dynamic">Dynamic</Link>
    </>
  );
}
