import { connection } from 'next/server';
import { Suspense } from 'react';
import { Hydrated } from '../../hydrated';

export default function Page() {
  return (
    <>
      <Hydrated />
      <Suspense fallback="Loading …">
        <Late />
      </Suspense>
    </>
  );
}

async function Late(): Promise<never> {
  await connection();
  throw new Error('Sample error: a part failed after the shell.');
}
