import Script from 'next/script';
import { Mark } from '../../../../parts/mark';

export const generateStaticParams = () => [];

export default async function OnDemandScripts({ params }: { params: Promise<{ id: string }> }) {
  return (
    <main>
      <h1>Scripts of a page made on demand {(await params).id}</h1>
      <Script id="on-demand">{`(window.ran ||= []).push('on-demand');`}</Script>
      <script dangerouslySetInnerHTML={{ __html: `(window.ran ||= []).push('on-demand-element');` }} />
      <Mark />
    </main>
  );
}
