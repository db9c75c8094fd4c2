'use client';

import { useEffect } from 'react';
import { directionOf } from '../shared/languages.js';
import type { ExpectedStatus } from './expected-screen.js';
import { InLanguage } from './in-language.js';
import { Screen } from './screen.js';
import { useLocalWords } from './visitor-words.js';

type Props = { status: ExpectedStatus; title: string; text: string; home: string };

/** For a site with several languages: it shows the props until the words of the page's language are loaded. */
export function LocalExpectedScreen({ status, title, text, home }: Props) {
  const words = useLocalWords()?.words;
  return (
    <InLanguage>
      <Screen title={words?.[`title${status}`] ?? title}>
        <p>{words?.[`text${status}`] ?? text}</p>
        <div className="actions">
          <a className="button" href={CANDOR_HOME}>
            {words?.home ?? home}
          </a>
        </div>
      </Screen>
    </InLanguage>
  );
}

export function LocalDocument() {
  const lang = useLocalWords()?.lang;
  useEffect(() => {
    if (lang) Object.assign(document.documentElement, { lang, dir: directionOf(lang) });
  }, [lang]);
  return null;
}
