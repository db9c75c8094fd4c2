import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { primary, type Languages } from '../shared/languages.js';
import { isBuiltIn } from '../shared/words/built-in.js';
import type { CandorSettings } from './candor-settings.js';

type Settings = Pick<CandorSettings, 'languages' | 'messages'>;

export function siteLanguages({ languages = [] }: Settings, basePath = ''): Languages {
  // The cookie of Next's own routing and of next-intl.
  const { cookie = 'NEXT_LOCALE', domains = {} } = 'tags' in languages ? languages : {};
  const [first = 'en', ...others] = 'tags' in languages ? languages.tags : languages;
  return { tags: [first, ...others], cookie, domains, basePath };
}

/** Where the imports of words lead. @throws Error if the team's module is not there */
export function wordAliases(folder: string, settings: Settings): Record<string, string> {
  const [tag] = siteLanguages(settings).tags;
  const words = fileURLToPath(new URL(`../shared/words/${isBuiltIn(tag) ? primary(tag) : 'en'}.js`, import.meta.url));
  if (settings.messages === undefined) return { '#words': words };
  const messages = join(folder, settings.messages);
  if (!existsSync(messages)) throw new Error(`withCandor: messages: there is no file ${messages}.`);
  return { '#words': words, '#messages': messages };
}
