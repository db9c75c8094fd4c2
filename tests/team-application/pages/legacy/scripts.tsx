import Script from 'next/script';
import { Page } from '../../parts/page';

export default function LegacyScripts() {
  return (
    <Page title="Scripts of the Pages Router">
      <Script id="legacy-after" strategy="afterInteractive">{`(window.ran ||= []).push('legacy-after');`}</Script>
      <Script
        id="legacy-lazy"
        strategy="lazyOnload"
        dangerouslySetInnerHTML={{ __html: `(window.ran ||= []).push('legacy-lazy');` }}
      />
    </Page>
  );
}
