import { cacheLife } from 'next/cache';
import { Hydrated } from '../../hydrated';

async function made() {
  'use cache';
  cacheLife({ stale: 60, revalidate: 1, expire: 3600 });
  return new Date().toISOString();
}

export default async function Page() {
  return (
    <>
      <time>{await made()}</time>
      <Hydrated />
    </>
  );
}
