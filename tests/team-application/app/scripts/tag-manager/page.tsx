'use client';

import Script from 'next/script';
import { Mark } from '../../../parts/mark';

const account = 'G-12345';

export default function TagManager() {
  return (
    <main>
      <h1>Tag manager</h1>
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
      <Mark />
    </main>
  );
}
