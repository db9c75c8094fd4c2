import { createHash } from 'node:crypto';

/**
 * The hashes of the scripts and styles that stand in an HTML document, as sources for a policy.
 * @throws Error saying what the document has that no policy of ours allows.
 */
export function inlineHashes(html) {
  const forbidden = /<[a-z][^<>]*?\s(style|on[a-z]+)=/i.exec(withoutContents(html));
  if (forbidden) throw new Error(`it has the attribute ${forbidden[1]}, which the policy forbids`);
  return { scripts: hashesOf('script', html), styles: hashesOf('style', html) };
}

export function hashSource(text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function hashesOf(element, html) {
  return elements(element, html)
    .filter(({ attributes }) => !/\ssrc=/i.test(attributes))
    .map(({ contents }) => hashSource(contents));
}

function elements(name, html) {
  const found = html.matchAll(new RegExp(`<${name}\\b([^>]*)>(.*?)</${name}>`, 'gis'));
  return Array.from(found, ([, attributes, contents]) => ({ attributes, contents }));
}

function withoutContents(html) {
  return html.replace(/(<(script|style)\b[^>]*>).*?<\/\2>/gis, '$1');
}
