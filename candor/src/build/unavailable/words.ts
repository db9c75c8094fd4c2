import { directionOf, primary } from '../../shared/languages.js';
import { builtInWords, isBuiltIn } from '../../shared/words/built-in.js';
import type { Words } from '../../shared/words/en.js';
import type { WordsByTag } from '../check-messages.js';

/** The words of the page for a site that does not respond. They name no cause: the proxy that sends the page knows none. */
export type UnavailableWords = {
  /** A tag of BCP 47. */
  lang: string;
  dir: 'ltr' | 'rtl';
  title: string;
  /** Whose fault it is, and what that means for something that was just sent. */
  fault: string;
  byItself: string;
  /** `{time}` stands for a time of day. */
  next: string;
  offline: string;
  again: string;
};

/**
 * The words for an application's languages, in their order; each once, English in place of one that has none.
 * @param tags of BCP 47, at least one; the first is the application's default
 * @param team the team's own words
 */
export function wordsFor(tags: readonly string[], team: WordsByTag = {}): UnavailableWords[] {
  const spoken = tags.map((tag) => {
    const own = team[tag] ?? team[primary(tag)];
    const lang = isBuiltIn(tag) || typeof own === 'object' ? tag : 'en';
    return { lang, words: { ...builtInWords(tag), ...(typeof own === 'object' && own) } as Words };
  });
  const first = spoken.filter(({ lang }, index) => spoken.findIndex((each) => each.lang === lang) === index);
  return first.map(({ lang, words }) => ({
    lang,
    dir: directionOf(lang),
    title: words.notResponding,
    fault: `${words.notRespondingText} ${words.ifSent}`,
    byItself: words.triesByItself,
    next: words.nextTry,
    offline: words.offlineDevice,
    again: words.again,
  }));
}
