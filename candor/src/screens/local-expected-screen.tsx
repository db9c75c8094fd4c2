'use client';

import { useEffect } from 'react';
import type { ExpectedStatus } from './expected-screen.js';
import { screenStyle } from './screen.js';
import { useLocalWords } from './visitor-words.js';

type Props = { status: ExpectedStatus; title: string; text: string; home: string };

/**
 * The screen for an expected failure on a site with several languages: the props are in that of the build, and what a visitor reads in
 * theirs. In a document for one visitor alone the server has written it so (server/localized-document.ts), and hydration keeps that.
 */
export function LocalExpectedScreen({ status, title, text, home }: Props) {
  const { words, lang = CANDOR_LANG, dir = 'ltr' } = useLocalWords() ?? {};
  const heading = words?.[`title${status}`] ?? title;
  useEffect(() => {
    // Next hydrates its metadata apart from the screen, perhaps later.
    const [ofBuild, own] = [title + CANDOR_TITLE_END, heading + CANDOR_TITLE_END];
    const rename = () => {
      if (document.title === ofBuild && own !== ofBuild) document.title = own;
    };
    rename();
    const observer = new MutationObserver(rename);
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [title, heading]);
  return (
    <main className="candor screen" lang={lang} dir={dir} suppressHydrationWarning>
      {screenStyle}
      <h1 ref={focus} tabIndex={-1} suppressHydrationWarning>
        {heading}
      </h1>
      <p suppressHydrationWarning>{words?.[`text${status}`] ?? text}</p>
      <div className="actions">
        <a className="button" href={CANDOR_HOME} suppressHydrationWarning>
          {words?.home ?? home}
        </a>
      </div>
    </main>
  );
}

/** The screen replaced the focused element; a screen reader goes on here. */
function focus(heading: HTMLElement | null) {
  heading?.focus();
}
