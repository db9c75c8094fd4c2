'use client';

import { useState, type ReactNode } from 'react';
import { fallbackStyle } from '../shared/fallback-style.js';
import { directionOf } from '../shared/languages.js';

/** A whole document of Candor's. React replaces attributes of `<html>` and `<body>`: those of the application come back before a paint. */
export function OwnDocument({ children }: { children: ReactNode }) {
  const [restore] = useState(keepAttributes);
  return (
    <html lang={CANDOR_LANG} ref={restore} {...ofDevelopment}>
      {typeof window === 'undefined' && (
        <head>
          <style dangerouslySetInnerHTML={{ __html: fallbackStyle }} />
        </head>
      )}
      {/* The text is Candor's, whatever language and direction were there. */}
      <body lang={CANDOR_LANG} dir={CANDOR_LANG === 'en' ? 'ltr' : directionOf(CANDOR_LANG)} {...ofDevelopment}>
        {children}
      </body>
    </html>
  );
}

// A build warns of nothing.
const ofDevelopment = process.env.NODE_ENV === 'development' ? { suppressHydrationWarning: true } : undefined;

/** Called while React renders: its commit takes the attributes away. A style may lock scrolling, so only its scheme is kept. */
function keepAttributes() {
  if (typeof window === 'undefined') return;
  const html = document.documentElement;
  // A scheme that only a tag in the lost head names would be lost with it.
  const scheme = html.style.colorScheme || document.querySelector<HTMLMetaElement>('meta[name=color-scheme]')?.content;
  const kept = [...html.attributes].filter(({ name }) => !/^(id|style)$/.test(name));
  const { className } = document.body;
  return () => {
    kept.forEach((attribute) => html.setAttributeNode(attribute));
    html.style.colorScheme = scheme ?? '';
    document.body.className = className;
    document.body.style.overflow = 'visible'; // A dialog may have locked scrolling by such a class.
  };
}
