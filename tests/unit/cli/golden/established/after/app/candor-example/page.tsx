import { Suspense } from 'react';

export const metadata = { title: 'Failures on purpose', robots: { index: false } };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

async function act() {
  'use server';
  await Promise.resolve();
  throw new Error('A Server Action, on purpose');
}

async function Failing({ searchParams }: Props) {
  if ('fail' in (await searchParams)) throw new Error('A Server Component, on purpose');
  return <a href="?fail">A page that fails while it is rendered</a>;
}

export default function CandorExample({ searchParams }: Props) {
  return (
    <main style={{ display: 'grid', gap: '1rem', justifyItems: 'start', padding: '2rem' }}>
      <h1>Failures on purpose</h1>
      <Suspense>
        <Failing searchParams={searchParams} />
      </Suspense>
      <form action={act}>
        <button type="submit">A Server Action that fails</button>
      </form>
    </main>
  );
}
