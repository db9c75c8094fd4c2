'use client';

import Script from 'next/script';
import { Page } from '../../../parts/page';

const account = 'G-12345';

export default function TagManager() {
  return (
    <Page title="Tag manager">
      <Script src={`/team.js?id=${account}`} />
      <Script id="tag-manager" strategy="afterInteractive">
        {`
          window.dataLayer = window.dataLayer || [];
          function gtag(){dataLayer.push(arguments);}
          gtag('js', new Date());
          gtag('config', '${account}');
          (window.ran ||= []).push('${account}');
        `}
      </Script>
    </Page>
  );
}
