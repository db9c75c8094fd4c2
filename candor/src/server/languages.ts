import { describeError } from '../scrubbing/log-format.js';
import type { Log } from '../shared/log-messages.js';
import type { Messages } from '../shared/define-messages.js';
import { chooseLanguage, primary, type Languages } from '../shared/languages.js';
import { builtInWords } from '../shared/words/built-in.js';
import type { Words } from '../shared/words/en.js';
import { spokenByBuild, type Spoken } from '../shared/spoken.js';
import { acceptedLanguages } from './prefers.js';
import { hostName } from './host-name.js';

type Request = { url?: string | undefined; headers: NodeJS.Dict<string | string[]> };

/** What a server says in each language of the site. */
export type SpokenLanguages = {
  /** To the visitor who sent the request. */
  to: (request: Request) => Spoken;
  /** In a language of the site; in its default for another tag. */
  in: (lang: string) => Spoken;
  /** There are no others: what is said depends on no request. */
  isOne: boolean;
};

/**
 * Loads the words in all languages of the site. Where a team's own cannot be loaded the log says so, and Candor's own stand in their
 * place.
 */
export async function loadLanguages(messages: Messages<string>, log: Log): Promise<SpokenLanguages> {
  if (CANDOR_LANGUAGES === '') return { to: () => spokenByBuild, in: () => spokenByBuild, isOne: true };
  const languages = JSON.parse(CANDOR_LANGUAGES) as Languages;
  const loaded = await Promise.all(
    languages.tags.map(async (tag) => [tag, await wordsIn(tag, messages, log)] as const),
  );
  const words = new Map<string, Words>(loaded);
  const spokenIn = (lang: string) => {
    const own = words.get(lang);
    return own ? { words: own, lang } : { words: words.get(CANDOR_LANG) ?? spokenByBuild.words, lang: CANDOR_LANG };
  };
  return {
    to: (request) => spokenIn(languageOf(languages, request)),
    in: spokenIn,
    isOne: false,
  };
}

async function wordsIn(tag: string, messages: Messages<string>, log: Log): Promise<Words> {
  // eslint-disable-next-line candor/no-text-index -- A tag of the settings.
  const own = messages[tag] ?? messages[primary(tag)];
  try {
    return { ...builtInWords(tag), ...(await own?.()) };
  } catch (error) {
    log.error({ language: tag, error: describeError(error) }, 'words could not be loaded');
    return builtInWords(tag);
  }
}

function languageOf(languages: Languages, { url = '/', headers }: Request): string {
  const text = (name: 'host' | 'cookie' | 'accept-language') => String(headers[name] ?? '');
  return chooseLanguage(languages, {
    path: url,
    host: hostName(text('host')) ?? '',
    cookies: text('cookie'),
    accepted: acceptedLanguages(text('accept-language')),
  });
}
