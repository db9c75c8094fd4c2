'use client';

import { useState, type ReactNode } from 'react';

/**
 * A whole document of Candor's, in place of one of the application's. React gives the one `<html>` that there is the attributes of
 * this one: so it keeps those of the theme, the direction and the language that were there. Every page loads it: what gives the
 * theme back later is in use-theme-after.ts.
 */
export function OwnDocument({ children }: { children: ReactNode }) {
  const [there] = useState(attributesThere);
  return (
    <html lang={CANDOR_LANG} {...there} {...ofDevelopment}>
      {typeof window === 'undefined' && (
        // eslint-disable-next-line @next/next/no-head-element -- Not a page of the Pages Router.
        <head>
          <script dangerouslySetInnerHTML={{ __html: CANDOR_THEME_SCRIPT }} />
        </head>
      )}
      {/* The text is Candor's, whatever language and direction were there. */}
      <body lang={CANDOR_LANG} dir={there.dir && 'ltr'}>
        {children}
      </body>
    </html>
  );
}

// A build warns of nothing.
const ofDevelopment = process.env.NODE_ENV === 'development' ? { suppressHydrationWarning: true } : undefined;

type Attributes = { [name in 'className' | 'lang' | 'dir' | 'data-theme' | 'data-mode']?: string } & {
  style?: { colorScheme: string };
};

/** Read while React renders: its commit clears them. */
function attributesThere(): Attributes {
  if (typeof window === 'undefined') return {};
  const html = document.documentElement;
  const there: Attributes = { className: html.className, style: { colorScheme: html.style.colorScheme } };
  for (const name of ['lang', 'dir', 'data-theme', 'data-mode'] as const) {
    const value = html.getAttribute(name);
    if (value) there[name] = value;
  }
  return there;
}
