import { isBuiltIn } from '../shared/words/built-in.js';
import { isRecord } from '../shared/is-record.js';
// eslint-disable-next-line import/no-restricted-paths -- A type, which loads nothing.
import type { TeamPolicy } from '../policy/settings.js';
import { tagsOf } from './languages.js';

/**
 * A team's settings, the second argument of `withCandor` in `next.config.ts`. All of them are read at build. Paths are written
 * without Next's `basePath`, which is put in front of them.
 */
export type CandorSettings = {
  /** The site's name, with which titles end: `Page not found · Shop`. Default: none, titles are `Page not found`. */
  siteName?: string;
  /** The language of the documents that Candor makes, as a tag of BCP 47; your layout names its own. Default: `en`. */
  lang?: string;
  /**
   * The languages of your site, the first of which is its default, as in its paths: screens are in that of their visitor. Candor has
   * the words in English, German, French and Arabic, and `messages` has others. Default: `lang` alone.
   */
  languages?: readonly string[] | LanguageSettings;
  /** The path of the module whose default export is made by `defineMessages`: words of your own, by language. */
  messages?: string;
  /** Where the screens' link leads: a path, or a whole address of another site's. Default: `/`. */
  home?: string;
  /** The path of the icon of the documents that Candor makes. Default: none, browsers look for `/favicon.ico`. */
  icon?: string;
  /**
   * The path of the tunnel, at which browsers report. `app/monitoring/route.ts` answers there, or a route of that path.
   * Default: `/monitoring`.
   */
  tunnel?: string;
  /**
   * Whether a build makes source maps and keeps them on the server, so that stacks in the log and in events name your files. None of
   * them is served. Default: `true`.
   */
  sourceMaps?: boolean;
  /**
   * Whether events have the lines of your source around each place, as far as `sourceMaps` finds them. Secrets that Candor recognises are
   * masked. The log never has them. Default: `true`.
   */
  sourceContext?: boolean;
  /**
   * The content security policy of your pages, and headers beside it: `report` blocks nothing and says what `enforce` would block; an
   * object has this as its `mode`, beside `sources` and the like. Default: none, Candor adds no header to a page that works.
   */
  policy?: TeamPolicy;
};

/** Languages, and what tells which one a visitor reads: the first segment of the path is read always, and `Accept-Language` at last. */
type LanguageSettings = {
  tags: readonly string[];
  /** The cookie in which your application keeps the visitor's choice. Default: `NEXT_LOCALE`. */
  cookie?: string;
  /** The language of all pages of a host: `{ 'shop.example': 'de' }`. */
  domains?: Readonly<Record<string, string>>;
};

/** An invalid value. `at`: the place inside the setting, where it has several. */
type Problem = { at?: string; value: unknown; says: string };

const notPath = 'is not a path; start it with one slash, or use an address that starts with https://';
const notRoute = 'is not the path of a route; use one such as "/errors", without a trailing slash';

type Checks<Settings> = Record<keyof Settings, (value: unknown) => Problem[]>;

const checks: Checks<CandorSettings> = {
  siteName: (value) => unless(/^(?=.*\S)\P{Cc}+$/u, value, 'must be one line of text; leave it out if there is none'),
  lang: (value) => unless(tagForm, value, noTag),
  languages: (value) =>
    Array.isArray(value) ? problemsOfTags('', value) : inFields(value, languageChecks, 'must be an array of tags'),
  messages: (value) =>
    unless(
      /^\.{0,2}\/?\S+\.[cm]?[jt]sx?$/,
      value,
      'is not the path of a module; use one such as "./candor-messages.ts"',
    ),
  home: (value) => unless(pathOrAddress, value, notPath),
  icon: (value) => unless(pathOrAddress, value, notPath),
  tunnel: (value) => unless(/^(\/[\w~-][\w.~-]*)+$/, value, notRoute),
  sourceMaps: unlessBoolean,
  sourceContext: unlessBoolean,
  // A build checks the rest of it.
  policy: (value) => (isRecord(value) ? unlessMode('.mode', value.mode) : unlessMode('', value)),
};

const tagForm = /^[a-z]{2,8}(-[a-z\d]{1,8})*$/i;
const noTag = 'is not a language tag; use one such as "en" or "pt-BR"';

const languageChecks: Checks<LanguageSettings> = {
  tags: (value) => problemsOfTags('.tags', value),
  cookie: (value) => unless(cookieForm, value, 'is not a name that a cookie can have; use one such as "NEXT_LOCALE"'),
  domains: (value) =>
    inLists(value, (host, tag) =>
      unless(tagForm, tag, noTag).map((problem) => ({ ...problem, at: `.domains['${host}']` })),
    ),
};

function problemsOfTags(at: string, value: unknown): Problem[] {
  if (!Array.isArray(value) || value.length === 0)
    return [{ at, value, says: 'must be an array with at least one tag' }];
  return value.flatMap((tag, index) =>
    unless(tagForm, tag, noTag).map((problem) => ({ ...problem, at: `${at}[${index}]` })),
  );
}

const cookieForm = /^[\w!#$%&'*+.^`|~-]+$/;

const pathOrAddress = /^(https?:\/\/[\w.:-]+(\/\S*)?|\/(?![/\\])\S*)$/;

/**
 * Checks every value: JavaScript has no types, and types do not describe syntax.
 * @throws CandorSettingsError naming every mistake at once
 */
export function checkSettings(settings: CandorSettings): void {
  check('withCandor', checks, settings);
  const unknown = tagsOf(settings.languages).filter((tag) => !isBuiltIn(tag));
  if (unknown.length > 0 && settings.messages === undefined)
    throw new CandorSettingsError('withCandor', [
      `languages has ${unknown.join(', ')}, and Candor has no words in that; write them, and name their module by messages.`,
    ]);
}

function check<Settings extends object>(caller: string, known: Checks<Settings>, settings: Settings): void {
  const problems = problemsOf(known, settings);
  if (problems.length > 0) throw new CandorSettingsError(caller, problems);
}

class CandorSettingsError extends Error {
  override name = 'CandorSettingsError';

  constructor(caller: string, problems: readonly string[]) {
    super([`${caller} was called with invalid settings.`, ...problems].join('\n  '));
    this.stack = this.message; // Next prints it, and the message says where to look.
  }
}

/** Each in one sentence, with the setting, its value and what to do. */
function problemsOf<Settings extends object>(known: Checks<Settings>, settings: Settings): string[] {
  const isSetting = (name: PropertyKey): name is keyof Settings => Object.hasOwn(known, name);
  return Object.entries(settings)
    .filter(([, value]) => value !== undefined)
    .flatMap(([name, value]) => {
      if (!isSetting(name)) return `${name} is an unknown setting; expected one of ${Object.keys(known).join(', ')}.`;
      return known[name](value).map(({ at = '', value: written, says }) => `${name}${at} ${shown(written)} ${says}.`);
    });
}

const shown = (value: unknown) => JSON.stringify(value) ?? String(value);

function inFields<Settings extends object>(value: unknown, known: Checks<Settings>, says: string): Problem[] {
  if (!isRecord(value)) return [{ value, says }];
  const fields = Object.keys(known);
  return [...fields, ...Object.keys(value).filter((name) => !fields.includes(name))].flatMap((name) => {
    if (!Object.hasOwn(known, name))
      return [{ at: `.${name}`, value: value[name], says: `is unknown; expected ${fields.join(', ')}` }];
    if (value[name] === undefined && name !== 'tags') return [];
    return known[name as keyof Settings](value[name]);
  });
}

function unless(form: RegExp, value: unknown, says: string): Problem[] {
  return typeof value === 'string' && form.test(value) ? [] : [{ value, says }];
}

function unlessBoolean(value: unknown): Problem[] {
  return typeof value === 'boolean' ? [] : [{ value, says: 'must be true or false' }];
}

function unlessMode(at: string, value: unknown): Problem[] {
  return value === 'report' || value === 'enforce' ? [] : [{ at, value, says: 'must be one of report, enforce' }];
}

function inLists(value: unknown, problemsOf: (name: string, list: unknown) => Problem[]): Problem[] {
  if (!isRecord(value)) return [{ value, says: 'must be an object of arrays, { name: [ … ] }' }];
  return Object.entries(value).flatMap(([name, list]) => problemsOf(name, list));
}
