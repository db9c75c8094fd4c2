import { connection } from 'next/server';
import { Suspense } from 'react';
import { Hydrated } from '../hydrated';

export default async function Page() {
  await connection();
  return (
    <>
      <style href="styled-rendered" precedence="medium">{`.by-element { color: rgb(0, 128, 0) }`}</style>
      <Suspense fallback="Loading …">
        <Late />
      </Suspense>
    </>
  );
}

async function Late() {
  await new Promise((resolve) => setTimeout(resolve, 20));
  return (
    <>
      <style href="styled-late" precedence="medium">{`.by-late-element { color: rgb(0, 128, 0) }`}</style>
      <p className="by-element" style={{ fontWeight: 650 }}>
        Styled
      </p>
      <p className="by-late-element">Styled late</p>
      <Hydrated />
    </>
  );
}
