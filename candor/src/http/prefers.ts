const maxRanges = 20;

const isWeight = /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/;

function rangesOf(header: string): { name: string; q: number }[] {
  return header.split(',', maxRanges).map((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    return { name, q: isWeight.test(weight) ? Number(weight) : 0 };
  });
}

/** Browsers that open a page prefer HTML. Programs name JSON, anything, or nothing: https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1 */
export function prefersHtml(accept = ''): boolean {
  const ranges = rangesOf(accept);
  const quality = (wanted: string) => {
    const byName = (name: string) => ranges.find((range) => range.name === name);
    return (byName(wanted) ?? byName(wanted.replace(/[^/]*$/, '*')) ?? byName('*/*'))?.q ?? 0;
  };
  return quality('text/html') > Math.max(quality('application/problem+json'), quality('application/json'));
}

/** The tags of an `Accept-Language`, the one that the client likes best first. */
export function acceptedLanguages(header: string): string[] {
  return rangesOf(header)
    .filter(({ name, q }) => q > 0 && /^[a-z\d-]+$/.test(name))
    .sort((one, other) => other.q - one.q)
    .map(({ name }) => name);
}
