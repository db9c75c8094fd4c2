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

/** Sources by directive: origins, schemes such as `data:`, hashes, or keywords with their quotes. */
export type Sources = Partial<Record<Directive, readonly string[]>>;

const scheme = /^[a-z][a-z\d+.-]*:$/i;
const host = /^([a-z][a-z\d+.-]*:\/\/)?(\*|(\*\.)?[a-z\d-]+(\.[a-z\d-]+)*)(:(\d{1,5}|\*))?(\/[^\s;,?#]*)?$/i;
const hash = /^'sha(256|384|512)-[\w+/-]+={0,2}'$/;
const keywords = ["'self'", "'unsafe-inline'", "'unsafe-eval'", "'wasm-unsafe-eval'", "'unsafe-hashes'"];

// Any of these in a directive for code, and the policy stops nothing there.
const anyHost = /^([a-z][a-z\d+.-]*:\/\/)?\*([:/]|$)/i;
const allowsAnything = (source: string) =>
  scheme.test(source) || anyHost.test(source) || /^'unsafe-(inline|eval)'$/.test(source);
const codeDirectives: readonly string[] = ['script-src', 'style-src-elem'] satisfies Directive[];
const styleDirectives: readonly string[] = ['style-src-attr', 'style-src-elem'] satisfies Directive[];

/** A sentence about an invalid source. `undefined`: a policy may have it. */
export function problemOfSource(directive: string, source: string): string | undefined {
  if (keywords.includes(`'${source}'`)) return `is a keyword and needs its quotes, "'${source}'"`;
  if (!keywords.includes(source) && ![scheme, host, hash].some((form) => form.test(source))) {
    return 'is not a source; use an origin such as https://cdn.example.org, a scheme such as data:, or a hash';
  }
  if (styleDirectives.includes(directive) && hash.test(source))
    return 'would block all other inline styles, which are allowed; leave it out';
  if (!codeDirectives.includes(directive) || !allowsAnything(source)) return undefined;
  return `would let ${directive} allow everything: name the hosts, or add a hash`;
}

export function isDirective(name: string): name is Directive {
  return directives.some((known) => known === name);
}

export const directiveNames = directives.join(', ');

/**
 * Adds sources to the directives of a policy. A directive that the policy has not begins with what it inherits, and one that
 * allows nothing now allows these.
 */
export function addSources(
  policy: Record<string, readonly string[]>,
  further: Sources,
): Record<string, readonly string[]> {
  const added = Object.entries(further).map(([directive, sources]) => {
    const inherited = policy[directive.replace(/-(attr|elem)$/, '')] ?? policy['default-src'] ?? [];
    const own = (policy[directive] ?? inherited).filter((source) => source !== "'none'");
    return [directive, [...new Set([...own, ...sources])]];
  });
  return { ...policy, ...(Object.fromEntries(added) as Sources) };
}
