import messages from '#messages';
import { closestTag, primary, tagInPath, type Languages } from '../shared/languages.js';
import type { Words } from '../shared/words/en.js';
import { spokenByBuild, type Spoken } from '../shared/spoken.js';

type Load = () => Promise<{ words: Words }>;

/** A chunk for each, of which a browser loads one. */
const builtIn: Readonly<Record<string, Load>> = {
  ar: () => import('../shared/words/ar.js'),
  de: () => import('../shared/words/de.js'),
  en: () => import('../shared/words/en.js'),
  fr: () => import('../shared/words/fr.js'),
};

/** Loads the words in the language of this page. The path goes first: some of Candor's documents are the same for all visitors. */
export async function loadLocalWords(): Promise<Spoken> {
  const languages: Languages = JSON.parse(CANDOR_LANGUAGES);
  const { tags } = languages;
  const { lang: ofPage } = document.documentElement;
  const lang = tagInPath(languages, location.pathname) ?? closestTag(tags, ofPage) ?? tags[0];
  const isOfBuild = primary(lang) === primary(CANDOR_LANG);
  const load = messages[lang] ?? messages[primary(lang)];
  const [ofCandor, own] = await Promise.all([isOfBuild ? spokenByBuild : builtIn[primary(lang)]?.(), load?.()]);
  if (!ofCandor && !own) return spokenByBuild;
  return { words: { ...(ofCandor ?? spokenByBuild).words, ...own }, lang };
}
