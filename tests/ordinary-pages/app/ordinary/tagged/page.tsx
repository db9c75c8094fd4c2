import { unstable_cache } from 'next/cache';
import { Hydrated } from '../hydrated';

const now = unstable_cache(async () => new Date().toISOString(), ['tagged'], { tags: ['ordinary'] });

export default async function Page() {
  return (
    <>
      <time>{await now()}</time>
      <Hydrated />
    </>
  );
}
