import messages from '#messages';
import { chooseLanguage, directionOf, primary, type Languages } from '../shared/languages.js';
import type { Words } from '../shared/words/en.js';
import { spokenByBuild, type Spoken } from '../shared/spoken.js';

/** Words in the visitor's language. */
export type LocalWords = Spoken & { dir: 'ltr' | 'rtl' };

type Load = () => Promise<{ words: Words }>;

/** Each in a chunk of its own, of which a browser loads one. */
const builtIn: Readonly<Record<string, Load>> = {
  ar: () => import('../shared/words/ar.js'),
  de: () => import('../shared/words/de.js'),
  en: () => import('../shared/words/en.js'),
  fr: () => import('../shared/words/fr.js'),
};

/** Loads the words in the language of this page's visitor. Rejects where they cannot be loaded. */
export async function loadLocalWords(): Promise<LocalWords> {
  const lang = chooseLanguage(JSON.parse(CANDOR_LANGUAGES) as Languages, {
    path: location.pathname,
    host: location.hostname,
    cookies: document.cookie,
    accepted: navigator.languages,
  });
  const isOfBuild = primary(lang) === primary(CANDOR_LANG);
  const [{ words }, own] = await Promise.all([
    (isOfBuild ? undefined : builtIn[primary(lang)]?.()) ?? spokenByBuild,
    (messages[lang] ?? messages[primary(lang)])?.(),
  ]);
  return { words: { ...words, ...own }, lang, dir: directionOf(lang) };
}
