import Link from 'next/link';

export default function Start() {
  return (
    <main>
      <h1>Where home is</h1>
      <Link href="/fails/browser">On</Link>
    </main>
  );
}
