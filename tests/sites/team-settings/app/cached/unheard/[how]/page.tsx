import { cacheLife } from 'next/cache';
import { notFound, redirect } from 'next/navigation';
import { connection } from 'next/server';
import { Suspense } from 'react';
import { state } from '../../state';
import { InBrowser } from './in-browser';

type Props = { params: Promise<{ how: string }> };

export const instant = false;

async function made(how: string): Promise<string> {
  'use cache: stale';
  cacheLife({ stale: 60, revalidate: 1, expire: 3600 });
  if (state.isFailing && how === 'not-found') notFound();
  if (state.isFailing && how === 'redirect') redirect('/');
  if (state.isFailing && how !== 'nested') throw new Error(`Failing: ${how}, and nobody waits.`);
  return how === 'nested' ? made('inner') : new Date().toISOString();
}

/** Fails, once that is asked for, where no visitor waits for it. */
export default function Page({ params }: Props) {
  return (
    <Suspense fallback="Loading …">
      <Part params={params} />
    </Suspense>
  );
}

async function Part({ params }: Props) {
  await connection();
  const { how } = await params;
  if (how === 'bails-out') return <InBrowser />;
  if (how === 'aborted') await new Promise(() => {}); // The visitor leaves, and Next ends the render.
  return <time>{await made(how).catch((error: unknown) => caught(how, error))}</time>;
}

function caught(how: string, error: unknown): string {
  if (how === 'caught') return 'Caught';
  throw error;
}
