'use client';

import type { ReactNode } from 'react';
import { directionOf } from '../shared/languages.js';
import { useLocalWords } from './visitor-words.js';

/** Names the language of Candor's words inside a page that may have another. It makes no box. */
export function InLanguage({ children }: { children: ReactNode }) {
  const { lang = CANDOR_LANG } = useLocalWords() ?? {};
  return (
    <div lang={lang} dir={directionOf(lang)} style={{ display: 'contents' }}>
      {children}
    </div>
  );
}
