/** `tags` are those of the site's paths, its default first; `cookie` holds the visitor's choice; `domains` has the tag of a host. */
export type Languages = {
  tags: readonly [string, ...string[]];
  cookie: string;
  domains: Readonly<Record<string, string>>;
  basePath: string;
};

export function tagInPath({ tags, basePath }: Languages, path: string): string | undefined {
  const inSite = path.startsWith(basePath) ? path.slice(basePath.length) : path;
  const [, segment = ''] = /^\/([^/?#]*)/.exec(inSite) ?? [];
  return tags.find((own) => isSame(own, segment));
}

/** Every tag that is in use is shorter: https://www.rfc-editor.org/rfc/rfc5646#section-4.4.1 */
const maxTagLength = 35;

/** `de-AT` is served by `de-AT`, else by `de`, else by another German. */
export function closestTag(tags: readonly string[], wanted = ''): string | undefined {
  if (wanted.length > maxTagLength) return undefined;
  for (let tag = wanted; tag; tag = tag.replace(/-?[^-]*$/, '')) {
    const found = tags.find((own) => isSame(own, tag));
    if (found) return found;
  }
  return tags.find((own) => primary(own) === primary(wanted));
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase().replaceAll('_', '-');

/** `de` of `de-AT`. */
export const primary = (tag: string): string => tag.split('-', 1)[0]!.toLowerCase();

export function directionOf(tag: string): 'ltr' | 'rtl' {
  return /^(ar|arc|ckb|dv|fa|he|nqo|ps|sd|syr|ug|ur|yi)\b|-(Arab|Hebr)\b/i.test(tag) ? 'rtl' : 'ltr';
}
