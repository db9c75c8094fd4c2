import { unstable_cache } from 'next/cache';
import { Made } from '../../parts/made';
import { Page } from '../../parts/page';

const readNews = unstable_cache(async () => ['One', 'Two'], ['news'], { tags: ['news'] });

export default async function News() {
  return (
    <Page title="News">
      <Made />
      <ul>
        {(await readNews()).map((title) => (
          <li key={title}>{title}</li>
        ))}
      </ul>
    </Page>
  );
}
