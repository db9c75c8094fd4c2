import { headers } from 'next/headers';
import Script from 'next/script';
import { note } from '../../../parts/note';
import { Page } from '../../../parts/page';

export default async function RenderedScripts() {
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  return (
    <Page title="Scripts of a rendered page">
      <Script id="with-nonce" nonce={nonce}>
        {note('with-nonce')}
      </Script>
      <Script id="without-nonce">{note('without-nonce')}</Script>
      <script dangerouslySetInnerHTML={{ __html: note('element-without-nonce') }} />
    </Page>
  );
}
