import { createHash } from 'node:crypto';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** The hashes of inline scripts and inline styles, as sources for a content security policy. */
export type InlineHashes = { scripts: string[]; styles: string[] };

/**
 * The hashes of the scripts and styles in an HTML document.
 * @throws Error naming an attribute that the policy blocks.
 */
export function inlineHashes(html: string): InlineHashes {
  // Without scripting, so that the contents of <noscript> are elements too.
  const elements = [...elementsIn(parse(html, { scriptingEnabled: false }))];
  const blocked = elements.flatMap(({ attrs }) => attrs).find(({ name }) => /^(style|on.+)$/.test(name));
  if (blocked) throw new Error(`it has the attribute ${blocked.name}, which the policy forbids`);
  const hashes = (tagName: string) =>
    elements.filter((element) => element.tagName === tagName && !isExternal(element)).map(hashOf);
  return { scripts: hashes('script'), styles: hashes('style') };
}

export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function* elementsIn(node: Node): Generator<Element> {
  if ('tagName' in node) yield node;
  // A <template> may be a shadow root. Its elements are not its children.
  if ('content' in node) yield* elementsIn(node.content);
  if ('childNodes' in node) for (const child of node.childNodes) yield* elementsIn(child);
}

function isExternal({ attrs }: Element): boolean {
  return attrs.some(({ name }) => name === 'src');
}

// A script or a style contains only text.
function hashOf({ childNodes }: Element): string {
  return hashSource(childNodes.map((child) => ('value' in child ? child.value : '')).join(''));
}
