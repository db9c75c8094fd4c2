import Script from 'next/script';
import { note } from '../../parts/note';
import { Page } from '../../parts/page';

export default function LegacyScripts() {
  return (
    <Page title="Scripts of the Pages Router">
      <Script id="legacy-after" strategy="afterInteractive">
        {note('legacy-after')}
      </Script>
      <Script id="legacy-lazy" strategy="lazyOnload" dangerouslySetInnerHTML={{ __html: note('legacy-lazy') }} />
    </Page>
  );
}
