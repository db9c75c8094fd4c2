import { headers } from 'next/headers';
import Script from 'next/script';
import { Mark } from '../../../parts/mark';

export default async function RenderedScripts() {
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  return (
    <main>
      <h1>Scripts of a rendered page</h1>
      <Script id="with-nonce" nonce={nonce}>
        {`(window.ran ||= []).push('with-nonce');`}
      </Script>
      <Script id="without-nonce">{`(window.ran ||= []).push('without-nonce');`}</Script>
      <script dangerouslySetInnerHTML={{ __html: `(window.ran ||= []).push('element-without-nonce');` }} />
      <Mark />
    </main>
  );
}
