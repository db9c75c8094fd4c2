import { connection } from 'next/server';
import { Suspense } from 'react';
import { Mark } from '../../parts/mark';

async function Late({ after }: { after: number }) {
  await connection();
  await new Promise((resolve) => setTimeout(resolve, after));
  return <Mark name={`late-${after}`} />;
}

export default function Stream() {
  return (
    <main>
      <h1>Stream</h1>
      <Mark />
      <Suspense fallback={<p>…</p>}>
        <Late after={30} />
      </Suspense>
      <Suspense fallback={<p>…</p>}>
        <Late after={90} />
      </Suspense>
    </main>
  );
}
