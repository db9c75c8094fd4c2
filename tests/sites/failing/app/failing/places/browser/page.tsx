'use client';

import * as Sentry from '@sentry/nextjs';
import { lazy, startTransition, Suspense, use, useEffect, useState } from 'react';
import { z } from 'zod';

const Lazy = lazy(() => import('./throws'));
let rejected: Promise<string> | undefined;
let pending: Promise<string> | undefined;

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
  suspends: function Suspends() {
    try {
      // eslint-disable-next-line react-hooks/rules-of-hooks -- The mistake that is tested.
      return <p>{use((pending ??= new Promise((resolve) => setTimeout(resolve, 1, 'It has resumed.'))))}</p>;
    } catch (thrown) {
      Sentry.captureException(thrown); // React's own, which tells it to wait.
      throw thrown;
    }
  },
};

const handlers = {
  import: () => void import('./throws'),
  transition: () => startTransition(() => reject('an action of a transition').then(() => {})),
  json: () => void fetch('/does-not-exist').then((response) => response.json()),
  validate: () => z.object({ name: z.string() }).parse({ name: 'x' }),
  foreign: () => dispatchEvent(new ErrorEvent('error', { message: 'Script error.' })),
};

async function reject(place: string): Promise<string> {
  await Promise.resolve();
  throw new Error(`Failing: ${place}.`);
}
