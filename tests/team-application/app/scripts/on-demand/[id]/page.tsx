import Script from 'next/script';
import { Page } from '../../../../parts/page';

export const generateStaticParams = () => [];

export default async function OnDemandScripts({ params }: { params: Promise<{ id: string }> }) {
  return (
    <Page title={`Scripts of a page made on demand ${(await params).id}`}>
      <Script id="on-demand">{`(window.ran ||= []).push('on-demand');`}</Script>
      <script dangerouslySetInnerHTML={{ __html: `(window.ran ||= []).push('on-demand-element');` }} />
    </Page>
  );
}
