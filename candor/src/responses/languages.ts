import { describeError } from '../scrubbing/log-format.js';
import type { Log } from '../shared/log-messages.js';
import type { Messages } from '../shared/define-messages.js';
import { closestTag, primary, tagInPath, type Languages } from '../shared/languages.js';
import { builtInWords, isBuiltIn } from '../shared/words/built-in.js';
import { spokenByBuild, type Spoken } from '../shared/spoken.js';
import { acceptedLanguages } from '../http/prefers.js';
import { hostName } from './host-name.js';

type Request = { url?: string | undefined; headers: NodeJS.Dict<string | string[]> };

export type SpokenLanguages = {
  to: (request: Request) => Spoken;
  /** In a language of the site; in its default for another tag. */
  in: (lang: string) => Spoken;
  isOne: boolean;
};

/** Candor's own words stand in for a team's that cannot be loaded, and the log says so. */
export async function loadLanguages(messages: Messages<string>, log: Log): Promise<SpokenLanguages> {
  if (CANDOR_LANGUAGES === '') return { to: () => spokenByBuild, in: () => spokenByBuild, isOne: true };
  const languages: Languages = JSON.parse(CANDOR_LANGUAGES);
  const loaded = await Promise.all(languages.tags.map(async (tag) => [tag, await speak(tag, messages, log)] as const));
  const spoken = new Map(loaded);
  const speakIn = (tag: string) => spoken.get(tag) ?? spoken.get(CANDOR_LANG) ?? spokenByBuild;
  return { to: (request) => speakIn(languageOf(languages, request)), in: speakIn, isOne: false };
}

async function speak(tag: string, messages: Messages<string>, log: Log): Promise<Spoken> {
  // eslint-disable-next-line candor/no-text-index -- A tag of the settings.
  const load = messages[tag] ?? messages[primary(tag)];
  const ofCandor = { words: builtInWords(tag), lang: isBuiltIn(tag) ? tag : 'en' };
  if (!load && isBuiltIn(tag)) return ofCandor;
  try {
    if (!load) throw new Error(`messages has no function for "${tag}".`);
    return { words: { ...ofCandor.words, ...(await load()) }, lang: tag };
  } catch (error) {
    log.error({ language: tag, error: describeError(error) }, 'messages could not be loaded');
    return ofCandor;
  }
}

/** One of the site's tags: by the path or the host, else by the cookie, else the first accepted one that the site has, else its default. */
function languageOf(languages: Languages, { url = '/', headers }: Request): string {
  const { tags, cookie, domains } = languages;
  const text = (name: 'host' | 'cookie' | 'accept-language') => String(headers[name] ?? '');
  const ofHost = new Map(Object.entries(domains)).get(hostName(text('host'))?.toLowerCase() ?? ''); // Which may be `constructor`.
  const chosen = text('cookie')
    .split('; ')
    .find((each) => each.startsWith(`${cookie}=`));
  const wanted = [ofHost, chosen?.slice(cookie.length + 1), ...acceptedLanguages(text('accept-language'))];
  return tagInPath(languages, url) ?? wanted.map((tag) => closestTag(tags, tag)).find(Boolean) ?? tags[0];
}
