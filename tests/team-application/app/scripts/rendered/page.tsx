import { headers } from 'next/headers';
import Script from 'next/script';
import { Page } from '../../../parts/page';

export default async function RenderedScripts() {
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  return (
    <Page title="Scripts of a rendered page">
      <Script id="with-nonce" nonce={nonce}>
        {`(window.ran ||= []).push('with-nonce');`}
      </Script>
      <Script id="without-nonce">{`(window.ran ||= []).push('without-nonce');`}</Script>
      <script dangerouslySetInnerHTML={{ __html: `(window.ran ||= []).push('element-without-nonce');` }} />
    </Page>
  );
}
