import { connection } from 'next/server';
import { Suspense } from 'react';

export default async function Page() {
  await connection();
  return (
    <>
      <h1>Stream</h1>
      <Suspense fallback="Loading …">
        <Late />
      </Suspense>
    </>
  );
}

async function Late() {
  await new Promise((resolve) => setImmediate(resolve));
  return <p>Late</p>;
}
