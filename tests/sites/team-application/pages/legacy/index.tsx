import Head from 'next/head';
import Link from 'next/link';
import { Mark } from '../../parts/mark';

export default function Legacy() {
  return (
    <main>
      <Head>
        <title>Legacy</title>
      </Head>
      <h1>Legacy</h1>
      <Link href="/legacy/props">Props</Link> <Link href="/about">About</Link>
      <Mark />
      <style jsx>{`
        h1 {
          color: green;
        }
      `}</style>
    </main>
  );
}
