/** The directives that a team may add sources to: https://www.w3.org/TR/CSP3/#csp-directives */
const directives = [
  'child-src',
  'connect-src',
  'font-src',
  'form-action',
  'frame-ancestors',
  'frame-src',
  'img-src',
  'manifest-src',
  'media-src',
  'object-src',
  'script-src',
  'style-src-attr',
  'style-src-elem',
  'worker-src',
] as const;

export type Directive = (typeof directives)[number];

/** CSP sources by directive: origins, schemes such as `data:`, hashes, or keywords with their quotes. */
export type Sources = Partial<Record<Directive, readonly string[]>>;

const scheme = /^[a-z][a-z\d+.-]*:$/i;
const host = /^([a-z][a-z\d+.-]*:\/\/)?(\*|(\*\.)?[a-z\d-]+(\.[a-z\d-]+)*)(:(\d{1,5}|\*))?(\/[^\s;,?#]*)?$/i;
const hash = /^'sha(256|384|512)-[\w+/-]+={0,2}'$/;
const keywords = ["'self'", "'unsafe-inline'", "'unsafe-eval'", "'wasm-unsafe-eval'", "'unsafe-hashes'"];

// With any of these the directive stops nothing.
const anyHost = /^([a-z][a-z\d+.-]*:\/\/)?\*([:/]|$)/i;
const allowsAnything = (source: string) => scheme.test(source) || anyHost.test(source) || source === "'unsafe-inline'";

/** `undefined`: the source is valid. */
export function problemOfSource(directive: string, source: string): string | undefined {
  if (keywords.includes(`'${source}'`)) return `is a keyword and needs its quotes, "'${source}'"`;
  if (!keywords.includes(source) && ![scheme, host, hash].some((form) => form.test(source))) {
    return 'is not a source; use an origin such as https://cdn.example.org, a scheme such as data:, or a hash';
  }
  if (directive.startsWith('style-src-') && hash.test(source))
    return 'would block all other inline styles, which are allowed; leave it out';
  const isOfCode = directive === 'script-src' || directive === 'style-src-elem';
  if (!isOfCode || !allowsAnything(source)) return undefined;
  return `would let ${directive} allow everything: name the hosts, or add a hash`;
}

export function isDirective(name: string): name is Directive {
  return directives.some((known) => known === name);
}

export const directiveNames = directives.join(', ');

type Directives = ReadonlyMap<string, readonly string[]>;

/** A new directive begins with what it inherits, and one that allows nothing now allows these. */
export function addSources(policy: Directives, further: Sources): Directives {
  const added = new Map(policy);
  for (const [directive, sources] of Object.entries(further)) {
    const inherited = policy.get(directive.replace(/-(attr|elem)$/, '')) ?? policy.get('default-src') ?? [];
    const own = (policy.get(directive) ?? inherited).filter((source) => source !== "'none'");
    added.set(directive, [...new Set([...own, ...sources])]);
  }
  return added;
}
