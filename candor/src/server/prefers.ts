/**
 * Whether a client would rather have this type than all of the others: https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1
 * @param accept the request's `Accept`
 */
export function prefers(accept: string | null | undefined, type: string, others: readonly string[]): boolean {
  const ranges = rangesOf(accept ?? '');
  const quality = (wanted: string) => {
    const [mainType] = wanted.split('/');
    for (const range of [wanted, `${mainType}/*`, '*/*']) {
      const found = ranges.filter(({ name }) => name === range);
      if (found.length > 0) return Math.max(...found.map(({ q }) => q));
    }
    return 0;
  };
  return quality(type) > Math.max(...others.map(quality));
}

/** Clients send fewer than ten. */
const maxRanges = 20;

const rangesOf = (header: string) => header.split(',', maxRanges).map(parseRange);

function parseRange(text: string): { name: string; q: number } {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return { name, q: weight === undefined ? 1 : isWeight.test(weight) ? Number(weight) : 0 };
}

/** The tags of an `Accept-Language`, the one that the client likes best first. */
export function acceptedLanguages(header: string): string[] {
  return rangesOf(header)
    .filter(({ name, q }) => q > 0 && /^[a-z\d-]+$/.test(name))
    .sort((one, other) => other.q - one.q)
    .map(({ name }) => name);
}

const isWeight = /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/;

/**
 * Whether a client would rather have HTML than JSON. Browsers that open a page would; programs name JSON, anything, or
 * nothing.
 */
export function prefersHtml(accept: string | undefined): boolean {
  return prefers(accept, 'text/html', ['application/problem+json', 'application/json']);
}
