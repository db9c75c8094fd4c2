import Script from 'next/script';
import { note } from '../../../../parts/note';
import { Page } from '../../../../parts/page';

export const generateStaticParams = () => [];

export default async function OnDemandScripts({ params }: { params: Promise<{ id: string }> }) {
  return (
    <Page title={`Scripts of a page made on demand ${(await params).id}`}>
      <Script id="on-demand">{note('on-demand')}</Script>
      <script dangerouslySetInnerHTML={{ __html: note('on-demand-element') }} />
    </Page>
  );
}
