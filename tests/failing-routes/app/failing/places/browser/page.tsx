'use client';

import { lazy, startTransition, Suspense, use, useEffect, useState } from 'react';

const Lazy = lazy(() => import('./throws'));
let rejected: Promise<string> | undefined;

/** Places in the browser where code can throw. What is below stands in for what fails. */
export default function Page() {
  const [failing, setFailing] = useState<keyof typeof parts>();
  const Failing = failing && parts[failing];
  return (
    <>
      <h1>The page itself</h1>
      {(Object.keys(parts) as (keyof typeof parts)[]).map((name) => (
        <button key={name} onClick={() => setFailing(name)}>
          {name}
        </button>
      ))}
      {Object.entries(handlers).map(([name, handle]) => (
        <button key={name} onClick={handle}>
          {name}
        </button>
      ))}
      <Suspense fallback="…">{Failing && <Failing />}</Suspense>
    </>
  );
}

const parts = {
  lazy: Lazy,
  use: () => <p>{use((rejected ??= reject('a promise that use() reads')))}</p>,
  effect: function FailsInEffect() {
    useEffect(() => {
      throw new Error('Failing: an effect.');
    }, []);
    return <p>Shown before the effect.</p>;
  },
};

const handlers = {
  import: () => void import('./throws'),
  transition: () => startTransition(() => reject('an action of a transition').then(() => {})),
};

async function reject(place: string): Promise<string> {
  await Promise.resolve();
  throw new Error(`Failing: ${place}.`);
}
