import Link from 'next/link';

export default function Page() {
  return (
    <>
      <h1>The page itself</h1>
      <Link href="/failing/places/prefetch/target" prefetch>
        To a page that fails
      </Link>
    </>
  );
}
