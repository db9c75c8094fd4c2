import Link from 'next/link';

export default function Start() {
  return (
    <main>
      <h1>Where the tests start</h1>
      <Link className="button" href="/failing-page">
        A page that fails
      </Link>
    </main>
  );
}
