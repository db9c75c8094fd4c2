'use client';

import { useSearchParams } from 'next/navigation';
import { Suspense } from 'react';
import { Counter } from '../counter';

function Term() {
  const parameters = useSearchParams();
  return <h1>Results for {parameters.get('q')}</h1>; // Not null where there is no `pages/`: this has to compile.
}

export default function Search() {
  return (
    <main>
      <Suspense>
        <Term />
      </Suspense>
      <Counter />
    </main>
  );
}
