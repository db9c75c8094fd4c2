import { isBuiltIn } from '../shared/words/built-in.js';
// eslint-disable-next-line import/no-restricted-paths -- A type, which loads nothing.
import type { TeamPolicy } from '../policy/settings.js';
import { siteLanguages } from './languages.js';

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
   * The path of the tunnel, at which browsers report: that of the route with Candor's handlers. Default: `/monitoring`, of
   * `app/monitoring/route.ts`.
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

/** Languages, and what chooses among them beside the path's first segment, which comes first, and `Accept-Language`, which comes last. */
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

type Form = readonly [form: RegExp, says: string];

const oneLine: Form = [/^(?=.*\S)\P{Cc}+$/u, 'must be one line of text; leave it out if there is none'];
const path: Form = [
  /^(https?:\/\/[\w.:-]+(\/\S*)?|\/(?![/\\])\S*)$/,
  'is not a path; start it with one slash, or use an address that starts with https://',
];
const route: Form = [
  /^(\/[\w~-][\w.~-]*)+$/,
  'is not the path of a route; use one such as "/errors", without a trailing slash',
];
const tag: Form = [/^[a-z]{2,8}(-[a-z\d]{1,8})*$/i, 'is not a language tag; use one such as "en" or "pt-BR"'];
const cookieName: Form = [/^[\w!#$%&'*+.^`|~-]+$/, 'is not a valid cookie name; use one such as "NEXT_LOCALE"'];

const names: Record<keyof CandorSettings, true> = {
  ...{ siteName: true, home: true, icon: true, tunnel: true, languages: true, messages: true },
  ...{ sourceMaps: true, policy: true, report: true },
};

/** Checks names, and the syntax of texts, which types do not describe. A build checks the policy. @throws Error naming every mistake */
export function checkSettings(settings: CandorSettings): void {
  const { siteName, languages, messages, home, icon, tunnel } = settings;
  const { tags, cookie, domains } = siteLanguages({ languages });
  const written: [at: string, value: string | undefined, form: Form][] = [
    ['siteName', siteName, oneLine],
    ['home', home, path],
    ['icon', icon, path],
    ['tunnel', tunnel, route],
    ...tags.map((one, index): [string, string, Form] => [`languages[${index}]`, one, tag]),
    ['languages.cookie', cookie, cookieName],
    ...Object.entries(domains).map(([host, one]): [string, string, Form] => [`languages.domains['${host}']`, one, tag]),
  ];
  const problems = written.flatMap(([at, value, [form, says]]) =>
    value === undefined || form.test(value) ? [] : `${at} ${JSON.stringify(value)} ${says}.`,
  );
  const others = Object.keys(settings).filter((name) => !Object.hasOwn(names, name)); // JavaScript has no types.
  if (others.length > 0) problems.push(`${others.join(', ')}: unknown; there are ${Object.keys(names).join(', ')}.`);
  const unknown = tags.filter((one) => !isBuiltIn(one));
  if (problems.length === 0 && unknown.length > 0 && messages === undefined)
    problems.push(
      `languages has ${unknown.join(', ')}, but Candor has no texts in that language; write them, and name their module in messages.`,
    );
  if (problems.length === 0) return;
  const error = new Error(['withCandor was called with invalid settings.', ...problems].join('\n  '));
  throw Object.assign(error, { stack: error.message }); // Next prints it, and the message says where to look.
}
