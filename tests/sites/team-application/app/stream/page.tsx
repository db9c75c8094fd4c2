import { connection } from 'next/server';
import { Suspense, ViewTransition } from 'react';
import { Page } from '../../parts/page';
import { Mark } from '../../parts/mark';

async function Late({ afterMs }: { afterMs: number }) {
  await connection();
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  return <Mark name={`late-${afterMs}`} />;
}

/** React shows a part that comes late by one script of its own, and within a view transition by another. */
export default function Stream() {
  return (
    <Page title="Stream">
      <Suspense fallback={<p>…</p>}>
        <Late afterMs={30} />
      </Suspense>
      <Suspense fallback={<p>…</p>}>
        <ViewTransition enter="slide">
          <Late afterMs={90} />
        </ViewTransition>
      </Suspense>
    </Page>
  );
}
