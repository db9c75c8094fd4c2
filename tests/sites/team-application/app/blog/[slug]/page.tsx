import { Made } from '../../../parts/made';
import { Page } from '../../../parts/page';

export const revalidate = 1;
export const generateStaticParams = () => [{ slug: 'first' }];

export default async function Post({ params }: { params: Promise<{ slug: string }> }) {
  const { slug } = await params;
  const article = { '@type': 'Article', name: `${slug} </script> & more` };
  return (
    <Page title={slug}>
      <Made />
      <script
        type="application/ld+json"
        dangerouslySetInnerHTML={{ __html: JSON.stringify(article).replace(/</g, '\\u003c') }}
      />
    </Page>
  );
}
