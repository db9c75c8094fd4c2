import Script from 'next/script';
import { Mark } from '../../parts/mark';

export default function LegacyScripts() {
  return (
    <main>
      <h1>Scripts of the Pages Router</h1>
      <Script id="legacy-after" strategy="afterInteractive">{`(window.ran ||= []).push('legacy-after');`}</Script>
      <Script
        id="legacy-lazy"
        strategy="lazyOnload"
        dangerouslySetInnerHTML={{ __html: `(window.ran ||= []).push('legacy-lazy');` }}
      />
      <Mark />
    </main>
  );
}
