import { Page } from '../../../parts/page';

export const dynamicParams = false;
export const generateStaticParams = () => [{ slug: 'start' }];

export default async function Guide({ params }: { params: Promise<{ slug: string }> }) {
  return (
    <Page title={(await params).slug}>
      <p contentEditable suppressContentEditableWarning>
        Edit me
      </p>
    </Page>
  );
}
