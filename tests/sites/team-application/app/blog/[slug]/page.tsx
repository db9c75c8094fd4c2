import { Suspense } from 'react';
import { Made } from '../../../parts/made';
import { Mark } from '../../../parts/mark';

export const revalidate = 1;
export const generateStaticParams = () => [{ slug: 'first' }, { slug: 'second' }];

async function Comments({ slug }: { slug: string }) {
  await Promise.resolve();
  return <p>Comments of {slug}</p>;
}

export default async function Post({ params }: { params: Promise<{ slug: string }> }) {
  const { slug } = await params;
  return (
    <article>
      <h1>{slug}</h1>
      <Made />
      <script
        type="application/ld+json"
        dangerouslySetInnerHTML={{ __html: JSON.stringify({ '@type': 'Article', name: slug }) }}
      />
      <Suspense fallback={<p>…</p>}>
        <Comments slug={slug} />
      </Suspense>
      <Mark />
    </article>
  );
}
