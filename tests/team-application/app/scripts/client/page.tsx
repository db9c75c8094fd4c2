'use client';

import Script from 'next/script';
import { Mark } from '../../../parts/mark';

export default function ClientScripts() {
  return (
    <main>
      <h1>Scripts of a Client Component</h1>
      <Script id="analytics" strategy="afterInteractive">
        {`(window.ran ||= []).push('analytics');`}
      </Script>
      <Script id="analytics-html" dangerouslySetInnerHTML={{ __html: `(window.ran ||= []).push('analytics-html');` }} />
      <Script src="/team.js?client" onLoad={() => document.body.setAttribute('data-loaded', '')} />
      <Mark />
    </main>
  );
}
