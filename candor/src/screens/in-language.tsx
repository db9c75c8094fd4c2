'use client';

import type { ReactNode } from 'react';
import { useLocalWords } from './visitor-words.js';

/** Names the language of Candor's words inside a page that may have another. It makes no box. */
export function InLanguage({ children }: { children: ReactNode }) {
  const { lang = CANDOR_LANG, dir = 'ltr' } = useLocalWords() ?? {};
  return (
    <div lang={lang} dir={dir} style={{ display: 'contents' }}>
      {children}
    </div>
  );
}
