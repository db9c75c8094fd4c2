import type { Metadata } from 'next';
import { Mark } from '../../parts/mark';

export const metadata: Metadata = { title: 'About', alternates: { canonical: '/about' } };

export default function About() {
  return (
    <main>
      <h1>About</h1>
      <Mark />
    </main>
  );
}
