'use client';

import { useState, type ReactNode } from 'react';

/**
 * A whole document of Candor's, in place of one of the application's. React gives the one `<html>` that there is the attributes of
 * this one: so it keeps those of the theme, the direction and the language that were there. Every page loads it: what gives the
 * theme back later is in use-theme-after.ts.
 */
export function OwnDocument({ children }: { children: ReactNode }) {
  const [there] = useState(attributesThere);
  const { lang = CANDOR_LANG, dir } = there;
  const isOther = lang !== CANDOR_LANG;
  return (
    <html {...there} lang={lang} suppressHydrationWarning>
      {typeof window === 'undefined' && (
        // eslint-disable-next-line @next/next/no-head-element -- Not a page of the Pages Router.
        <head>
          <script dangerouslySetInnerHTML={{ __html: CANDOR_THEME_SCRIPT }} />
        </head>
      )}
      <body {...(isOther && { lang: CANDOR_LANG, dir: dir && 'ltr' })}>{children}</body>
    </html>
  );
}

type Attributes = { className?: string; lang?: string; dir?: string; style?: { colorScheme: string } };

/** Read while React renders: its commit clears them. */
function attributesThere(): Attributes {
  if (typeof window === 'undefined') return {};
  const html = document.documentElement;
  const named = ['lang', 'dir', 'data-theme', 'data-mode'].map((name) => [name, html.getAttribute(name) || undefined]);
  const { className, style } = html;
  return { className, style: { colorScheme: style.colorScheme }, ...(Object.fromEntries(named) as Attributes) };
}
