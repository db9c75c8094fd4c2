'use client';

import Script from 'next/script';
import { account, note, tagManager } from '../../../parts/note';
import { Page } from '../../../parts/page';

export default function ClientScripts() {
  return (
    <Page title="Scripts of a Client Component">
      <Script id="analytics" strategy="afterInteractive">
        {note('analytics')}
      </Script>
      <Script id="analytics-html" dangerouslySetInnerHTML={{ __html: note('analytics-html') }} />
      <Script src="/team.js?client" onLoad={() => document.body.setAttribute('data-loaded', '')} />
      <Script src={`/team.js?id=${account}`} />
      <Script id="tag-manager" strategy="afterInteractive">
        {tagManager}
      </Script>
    </Page>
  );
}
