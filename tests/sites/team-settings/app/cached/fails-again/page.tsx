import { cacheLife } from 'next/cache';
import { Suspense } from 'react';
import { state } from '../state';

async function made() {
  'use cache';
  cacheLife({ stale: 60, revalidate: 1, expire: 3600 });
  return new Date().toISOString();
}

/** Fails, once that is asked for, when the server makes it again after a second. */
export default async function Page() {
  return (
    <>
      <time>{await made()}</time>
      <Suspense fallback="Loading …">
        <Part />
      </Suspense>
    </>
  );
}

function Part() {
  if (state.isFailing) throw new Error('Sample error: the page cannot be made again.');
  return <p>Whole</p>;
}
