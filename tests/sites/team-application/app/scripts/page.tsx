import Script from 'next/script';
import { Page } from '../../parts/page';
import { note } from '../../parts/note';

export default function Scripts() {
  return (
    <Page title="Scripts">
      <Script src="/team.js" strategy="beforeInteractive" />
      <Script src="/team.js?after" strategy="afterInteractive" />
      <Script src="/team.js?lazy" strategy="lazyOnload" />
      <Script id="inline-before" strategy="beforeInteractive">
        {note('inline-before')}
      </Script>
      <Script id="inline-after">{note('inline-after')}</Script>
      <Script id="inline-lazy" strategy="lazyOnload" dangerouslySetInnerHTML={{ __html: note('inline-lazy') }} />
    </Page>
  );
}
