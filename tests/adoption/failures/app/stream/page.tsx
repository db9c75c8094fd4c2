import { connection } from 'next/server';
import { Suspense } from 'react';

async function Part(): Promise<React.ReactNode> {
  await connection();
  throw new Error('adopted: server-stream');
}

export default function Page() {
  return (
    <main>
      <h1>Around it</h1>
      <Suspense fallback={<p>One moment …</p>}>
        <Part />
      </Suspense>
    </main>
  );
}
