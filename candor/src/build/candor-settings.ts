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
  /**
   * The languages of your site, the first of which is its default, as in its paths: screens are in that of their visitor. Candor has
   * the words in English, German, French and Arabic, and `messages` has others. Default: `en` alone.
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
   * them is served. `context: false`: events do not have the lines of your source around each place, in which secrets that Candor
   * recognises are masked. The log never has them. Default: `true`.
   */
  sourceMaps?: boolean | { context?: boolean };
  /** What the site asks of its visitors and tells the public. */
  report?: ReportSettings;
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

type ReportSettings = {
  /** Whether the screens ask a visitor for words about a failure. Not for a service that discards them. Default: `true`. */
  feedback?: boolean;
  /** Whether a request that a proxy has passed on gets the counters of `GET /monitoring`. Default: `true`. */
  publicCounters?: boolean;
};

/** What is wrong with a value, each in one sentence. `at`: the setting, or the place inside it. */
type Check = (value: unknown, at: string) => string[];

function must(isRight: (value: unknown) => boolean, says: string): Check {
  return (value, at) => (isRight(value) ? [] : [`${at} ${JSON.stringify(value) ?? String(value)} ${says}.`]);
}

const match = (form: RegExp, says: string) => must((value) => typeof value === 'string' && form.test(value), says);

function inFields(checks: Record<string, Check>, required: readonly string[] = []): Check {
  const unknown = must(() => false, `is unknown; expected ${Object.keys(checks).join(', ')}`);
  return (fields, at) => {
    const given = Object.entries({
      ...Object.fromEntries(required.map((name) => [name, undefined])),
      ...Object(fields),
    });
    return given
      .filter(([name, value]) => value !== undefined || required.includes(name))
      .flatMap(([name, value]) => {
        const check = Object.hasOwn(checks, name) ? checks[name]! : unknown;
        return check(value, at === '' ? name : `${at}.${name}`);
      });
  };
}

/** One check for a record, another for anything else. */
const either = (ofRecord: Check, otherwise: Check): Check => {
  return (value, at) => (isRecord(value) ? ofRecord : otherwise)(value, at);
};

const path = match(
  /^(https?:\/\/[\w.:-]+(\/\S*)?|\/(?![/\\])\S*)$/,
  'is not a path; start it with one slash, or use an address that starts with https://',
);
const tag = match(/^[a-z]{2,8}(-[a-z\d]{1,8})*$/i, 'is not a language tag; use one such as "en" or "pt-BR"');
const tags: Check = (value, at) =>
  Array.isArray(value) && value.length > 0
    ? value.flatMap((one, index) => tag(one, `${at}[${index}]`))
    : must(() => false, 'must be an array with at least one tag')(value, at);
const boolean = must((value) => typeof value === 'boolean', 'must be true or false');
const mode = must((value) => value === 'report' || value === 'enforce', 'must be one of report, enforce');

const checks: Record<keyof CandorSettings, Check> = {
  siteName: match(/^(?=.*\S)\P{Cc}+$/u, 'must be one line of text; leave it out if there is none'),
  languages: either(
    inFields(
      {
        tags,
        cookie: match(/^[\w!#$%&'*+.^`|~-]+$/, 'is not a valid cookie name; use one such as "NEXT_LOCALE"'),
        domains: either(
          (hosts, at) => Object.entries(hosts as object).flatMap(([host, one]) => tag(one, `${at}['${host}']`)),
          must(() => false, 'must be an object of tags, { host: tag }'),
        ),
      },
      ['tags'],
    ),
    tags,
  ),
  messages: match(
    /^\.{0,2}\/?\S+\.[cm]?[jt]sx?$/,
    'is not the path of a module; use one such as "./candor-messages.ts"',
  ),
  home: path,
  icon: path,
  tunnel: match(
    /^(\/[\w~-][\w.~-]*)+$/,
    'is not the path of a route; use one such as "/errors", without a trailing slash',
  ),
  sourceMaps: either(inFields({ context: boolean }), boolean),
  report: either(
    inFields({ feedback: boolean, publicCounters: boolean }),
    must(() => false, 'must be an object'),
  ),
  // A build checks the rest of it.
  policy: either((value, at) => mode((value as { mode?: unknown }).mode, `${at}.mode`), mode),
};

/**
 * Checks every value: JavaScript has no types, and types do not describe syntax.
 * @throws CandorSettingsError naming every mistake at once
 */
export function checkSettings(settings: CandorSettings): void {
  const problems = inFields(checks)(settings, '');
  if (problems.length > 0) throw new CandorSettingsError(problems);
  const unknown = tagsOf(settings.languages).filter((one) => !isBuiltIn(one));
  if (unknown.length > 0 && settings.messages === undefined)
    throw new CandorSettingsError([
      `languages has ${unknown.join(', ')}, and Candor has no words in that; write them, and name their module by messages.`,
    ]);
}

class CandorSettingsError extends Error {
  override name = 'CandorSettingsError';

  constructor(problems: readonly string[]) {
    super(['withCandor was called with invalid settings.', ...problems].join('\n  '));
    this.stack = this.message; // Next prints it, and the message says where to look.
  }
}
