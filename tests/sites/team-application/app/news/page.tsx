import { unstable_cache } from 'next/cache';
import { Made } from '../../parts/made';
import { Page } from '../../parts/page';

const readNews = unstable_cache(async () => 'One', ['news'], { tags: ['news'] });

export default async function News() {
  return (
    <Page title={`News: ${await readNews()}`}>
      <Made />
    </Page>
  );
}
