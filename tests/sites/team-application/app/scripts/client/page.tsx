'use client';

import Script from 'next/script';
import { note } from '../../../parts/note';
import { Page } from '../../../parts/page';

export default function ClientScripts() {
  return (
    <Page title="Scripts of a Client Component">
      <Script id="analytics" strategy="afterInteractive">
        {note('analytics')}
      </Script>
      <Script id="analytics-html" dangerouslySetInnerHTML={{ __html: note('analytics-html') }} />
      <Script src="/team.js?client" onLoad={() => document.body.setAttribute('data-loaded', '')} />
    </Page>
  );
}
