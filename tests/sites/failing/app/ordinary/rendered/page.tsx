import { connection } from 'next/server';
import { Suspense } from 'react';
import { Hydrated } from '../../hydrated';

export default async function Page() {
  await connection();
  return (
    <Suspense fallback="Loading …">
      <Late />
    </Suspense>
  );
}

async function Late() {
  await new Promise((resolve) => setTimeout(resolve, 1));
  return <Hydrated />;
}
