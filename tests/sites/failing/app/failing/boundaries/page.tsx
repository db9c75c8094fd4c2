import { Suspense } from 'react';

/** Two parts of one page fail, each with an error of its own. */
export default async function Boundaries({ searchParams }: { searchParams: Promise<object> }) {
  await searchParams;
  return (
    <>
      <Suspense fallback="…">
        <Fails which="first" />
      </Suspense>
      <Suspense fallback="…">
        <Fails which="second" />
      </Suspense>
    </>
  );
}

async function Fails({ which }: { which: string }): Promise<React.ReactNode> {
  await new Promise((resolve) => setImmediate(resolve));
  throw new Error(`Failing: the ${which} of two.`);
}
