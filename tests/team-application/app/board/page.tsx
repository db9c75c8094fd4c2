import Link from 'next/link';
import { Mark } from '../../parts/mark';

export default function Board() {
  return (
    <main>
      <h1>Board</h1>
      <Link href="/board/photo/1">Photo</Link>
      <Mark />
    </main>
  );
}
