import { connection } from 'next/server';
import { Suspense } from 'react';
import { Hydrated } from '../../hydrated';

/** A shell from the build, and a part that is rendered for each request. */
export default function Page() {
  return (
    <>
      <style href="shell" precedence="medium">{`.in-shell { color: rgb(0, 128, 0) }`}</style>
      <p className="in-shell">Shell</p>
      <Suspense fallback="Loading …">
        <Late />
      </Suspense>
    </>
  );
}

async function Late() {
  await connection();
  return (
    <>
      <time style={{ margin: 1 }}>{new Date().toISOString()}</time>
      <Hydrated />
    </>
  );
}
