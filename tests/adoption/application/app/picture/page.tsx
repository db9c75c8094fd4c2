import Image from 'next/image';
import Link from 'next/link';
import logo from './logo.png';
import { Counter } from '../counter';

export default function Picture() {
  return (
    <main style={{ padding: 20 }}>
      <h1>A picture</h1>
      <Image src={logo} alt="A square" placeholder="blur" />
      <Image src="/next.svg" alt="Next.js" width={100} height={20} unoptimized />
      <Link href="/first">The first article</Link>
      <Counter />
    </main>
  );
}
