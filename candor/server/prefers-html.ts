/**
 * Whether a client would rather have HTML than JSON: https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1
 * Browsers that open a page would; programs name JSON, anything, or nothing.
 */
export function prefersHtml(accept: string | undefined): boolean {
  const ranges = (accept ?? '').split(',').map(parseRange);
  const quality = (type: string) => {
    const [mainType] = type.split('/');
    for (const range of [type, `${mainType}/*`, '*/*']) {
      const found = ranges.filter(({ name }) => name === range);
      if (found.length > 0) return Math.max(...found.map(({ q }) => q));
    }
    return 0;
  };
  return quality('text/html') > Math.max(quality('application/problem+json'), quality('application/json'));
}

function parseRange(text: string): { name: string; q: number } {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return { name, q: weight === undefined ? 1 : isWeight.test(weight) ? Number(weight) : 0 };
}

const isWeight = /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/;
