'use client';

import Script from 'next/script';
import { account, tagManager } from '../../../parts/note';
import { Page } from '../../../parts/page';

export default function TagManager() {
  return (
    <Page title="Tag manager">
      <Script src={`/team.js?id=${account}`} />
      <Script id="tag-manager" strategy="afterInteractive">
        {tagManager}
      </Script>
    </Page>
  );
}
