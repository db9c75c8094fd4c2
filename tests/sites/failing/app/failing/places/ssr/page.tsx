import { Suspense } from 'react';
import { OnlyInBrowsers } from './only-in-browsers';

type Props = { searchParams: Promise<{ suspense?: string }> };

/** A Client Component fails while the server renders it, and not in browsers. */
export default async function Page({ searchParams }: Props) {
  const { suspense } = await searchParams;
  return suspense === undefined ? (
    <OnlyInBrowsers />
  ) : (
    <>
      <h1>The page itself</h1>
      <Suspense fallback="…">
        <OnlyInBrowsers />
      </Suspense>
    </>
  );
}
