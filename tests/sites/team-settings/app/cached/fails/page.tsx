import { connection } from 'next/server';
import { Suspense } from 'react';

export default function Page() {
  return (
    <Suspense fallback="Loading …">
      <Late />
    </Suspense>
  );
}

async function Late(): Promise<never> {
  await connection();
  throw new Error('Sample error: a part failed after the shell.');
}
