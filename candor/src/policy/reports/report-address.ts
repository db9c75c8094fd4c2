const maxAddressLength = 4_096;

/** Origin and path. `undefined`: it is not an address of the web, or too long. */
export function plainAddress(text: unknown): string | undefined {
  const url = webUrl(text);
  return url && url.origin + url.pathname;
}

/** Names what was blocked: an origin, a word such as `inline`, or a scheme. @see https://www.w3.org/TR/CSP3/#violation-resource */
export function blockedOrigin(text: unknown): string {
  const url = webUrl(text);
  if (url) return url.origin;
  return (typeof text === 'string' && /^[a-z][a-z0-9+.-]{0,30}(?=:|$)/.exec(text)?.[0]) || 'other';
}

const ofBrowsers =
  /^(?:[a-z]+(?:-[a-z]+)?-extension|safari-resource|chrome|resource|user-script|webkit-masked-url)(?=:|$)/;

/**
 * Whether the code is a visitor's extension: browsers name one by its scheme alone, Firefox names code that it evaluates `sandbox eval
 * code`, and extensions put `about` into frames.
 */
export function isOfExtension(blocked: unknown, source: unknown): boolean {
  if (typeof blocked === 'string' && /^about(?=:|$)/.test(blocked)) return true;
  const names = [blocked, source].filter((name) => typeof name === 'string');
  return names.some((name) => ofBrowsers.test(name) || name.startsWith('sandbox eval code'));
}

function webUrl(text: unknown): URL | undefined {
  if (typeof text !== 'string' || text.length > maxAddressLength || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return /^(?:https?|wss?):$/.test(url.protocol) ? url : undefined;
}
