import { Suspense, ViewTransition } from 'react';
import { Mark } from '../../parts/mark';

async function Slow() {
  await new Promise((resolve) => setTimeout(resolve, 20));
  return <p>Slow</p>;
}

export const dynamic = 'force-dynamic';

export default function Transition() {
  return (
    <main>
      <ViewTransition>
        <h1>Transition</h1>
      </ViewTransition>
      <Suspense
        fallback={
          <ViewTransition exit="slide">
            <p>…</p>
          </ViewTransition>
        }
      >
        <ViewTransition enter="slide">
          <Slow />
        </ViewTransition>
      </Suspense>
      <Mark />
    </main>
  );
}
