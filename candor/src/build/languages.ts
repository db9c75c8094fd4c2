import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { primary, type Languages } from '../shared/languages.js';
import { isBuiltIn } from '../shared/words/built-in.js';
import type { CandorSettings } from './candor-settings.js';

type Settings = Pick<CandorSettings, 'lang' | 'languages' | 'messages'>;

/** The tag of the documents that no visitor's wish decides. */
export function defaultLanguage({ lang = 'en', languages }: Settings): string {
  return tagsOf(languages)[0] ?? lang;
}

/** `Languages` as JSON; empty where the build's own words are all there are. */
export function languagesOf(settings: Settings, basePath: string): string {
  const tags = tagsOf(settings.languages);
  if (tags.length < 2 && settings.messages === undefined) return '';
  const { domains = {} } = Array.isArray(settings.languages) ? {} : Object(settings.languages);
  const cookie = languageCookie(settings);
  return JSON.stringify({ tags: languagesOfSite(settings), cookie, domains, basePath } as Languages);
}

/** All tags of a site, its default first. */
export function languagesOfSite(settings: Settings): readonly string[] {
  const tags = tagsOf(settings.languages);
  return tags.length > 0 ? tags : [defaultLanguage(settings)];
}

/** Next's own routing, and next-intl, keep the visitor's choice in the cookie of the default. */
export function languageCookie({ languages = [] }: Settings): string {
  return ('tags' in languages ? languages.cookie : undefined) ?? 'NEXT_LOCALE';
}

/** The tags of the setting; none if it is not set. */
export function tagsOf(languages: Settings['languages'] = []): readonly string[] {
  return 'tags' in languages ? languages.tags : languages;
}

/**
 * Where the imports of words lead: to those of the default language, and to the team's own.
 * @throws Error if the team's module is not there
 */
export function wordAliases(folder: string, settings: Settings): Record<string, string> {
  const tag = defaultLanguage(settings);
  const words = fileURLToPath(new URL(`../shared/words/${isBuiltIn(tag) ? primary(tag) : 'en'}.js`, import.meta.url));
  if (settings.messages === undefined) return { '#words': words };
  const messages = join(folder, settings.messages);
  if (!existsSync(messages)) throw new Error(`withCandor: messages: there is no file ${messages}.`);
  return { '#words': words, '#messages': messages };
}
