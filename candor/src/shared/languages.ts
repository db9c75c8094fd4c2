/** The languages of a site, of which the first is its default. */
export type Languages = {
  /** Tags of BCP 47, each in the form in which the site's paths have it. */
  tags: readonly [string, ...string[]];
  /** The name of the cookie with the visitor's choice. */
  cookie: string;
  /** A tag, by the host whose pages are in that language. */
  domains: Readonly<Record<string, string>>;
  /** In front of every path of the site, without a trailing slash. */
  basePath: string;
};

/** Everything that tells which language a visitor reads. `accepted`: tags, the one they like best first. */
export type Visit = { path: string; host: string; cookies: string; accepted: readonly string[] };

/** One of the site's tags: by the path or the host, else by the cookie, else the first accepted one that the site has, else its default. */
export function chooseLanguage({ tags, cookie, domains, basePath }: Languages, visit: Visit): string {
  const path = visit.path.startsWith(basePath) ? visit.path.slice(basePath.length) : visit.path;
  const ofHost = new Map(Object.entries(domains)).get(visit.host.toLowerCase()); // Which may be `constructor`.
  const named = [/^\/([^/?#]*)/.exec(path)?.[1], ofHost, cookieIn(visit.cookies, cookie)].filter(isShort);
  const found = named.map((tag) => tags.find((own) => isSame(own, tag))).find(Boolean);
  const accepted = visit.accepted.filter(isShort).map((tag) => closest(tags, tag));
  return found || accepted.find(Boolean) || tags[0];
}

/** Every tag that is in use has 35 characters at most: https://www.rfc-editor.org/rfc/rfc5646#section-4.4.1 */
const isShort = (tag: string | undefined): tag is string => tag !== undefined && tag.length <= 35;

/** `de-AT` is served by `de-AT`, else by `de`, else by another German. */
function closest(tags: readonly string[], accepted: string): string | undefined {
  for (let tag = accepted; tag; tag = tag.replace(/-?[^-]*$/, '')) {
    const found = tags.find((own) => isSame(own, tag));
    if (found) return found;
  }
  return tags.find((own) => isSame(primary(own), primary(accepted)));
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase().replaceAll('_', '-');

/** The language without script and region: `de` of `de-AT`. */
export const primary = (tag: string): string => tag.split('-', 1)[0]!.toLowerCase();

function cookieIn(cookies: string, name: string): string | undefined {
  return cookies
    .split('; ')
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

/** How its script runs. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return /^(ar|arc|ckb|dv|fa|he|nqo|ps|sd|syr|ug|ur|yi)\b|-(Arab|Hebr)\b/i.test(tag) ? 'rtl' : 'ltr';
}
