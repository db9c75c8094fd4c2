import { unstable_cache } from 'next/cache';
import { Made } from '../../parts/made';
import { Mark } from '../../parts/mark';

const readNews = unstable_cache(async () => ['One', 'Two'], ['news'], { tags: ['news'] });

export default async function News() {
  return (
    <main>
      <h1>News</h1>
      <Made />
      <ul>
        {(await readNews()).map((title) => (
          <li key={title}>{title}</li>
        ))}
      </ul>
      <Mark />
    </main>
  );
}
