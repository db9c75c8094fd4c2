import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import type { Permissions } from './content-security-policy';
import { hashSource } from './hash-source';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** What stands inside a document, and what a policy has to permit for it. */
export type InlineCode = {
  /** The texts of the scripts that a browser would run. */
  scripts: string[];
  styles: string[];
  hasStyleAttributes: boolean;
  /** It shows pictures by `data:` URLs, as next/image does before the picture is there. */
  hasDataImages: boolean;
  /** The names of its event handler attributes. No policy without `unsafe-inline` lets them run. */
  handlers: string[];
};

/** Reads an HTML document, or the start of one, as a browser would. */
export function inlineCode(html: string): InlineCode {
  // Without scripting, so that the contents of <noscript> are elements too.
  const elements = [...elementsIn(parse(html, { scriptingEnabled: false }))];
  const attributes = elements.flatMap(({ attrs }) => attrs);
  const elementsNamed = (tagName: string) => elements.filter((element) => element.tagName === tagName);
  return {
    scripts: elementsNamed('script').filter(isInlineScript).map(textOf),
    styles: elementsNamed('style').map(textOf),
    hasStyleAttributes: attributes.some(({ name }) => name === 'style'),
    hasDataImages: attributes.some(({ value }) => value.includes('data:image/')),
    handlers: [...new Set(attributes.map(({ name }) => name).filter((name) => /^on[a-z]+$/.test(name)))],
  };
}

/** What a policy permits of it, scripts only if they are trusted. */
export function permissionsOf(code: InlineCode, isTrusted: (script: string) => boolean): Permissions {
  return {
    scripts: [...new Set(code.scripts.filter(isTrusted).map(hashSource))],
    styles: [...new Set(code.styles.map(hashSource))],
    styleAttributes: code.hasStyleAttributes,
    dataImages: code.hasDataImages,
  };
}

function* elementsIn(node: Node): Generator<Element> {
  if ('tagName' in node) yield node;
  // A <template> may be a shadow root. Its elements are not its children.
  if ('content' in node) yield* elementsIn(node.content);
  if ('childNodes' in node) for (const child of node.childNodes) yield* elementsIn(child);
}

// Of any other type it is data, such as `application/ld+json`: https://html.spec.whatwg.org/multipage/scripting.html#attr-script-type
const isRun =
  /^(|module|importmap|speculationrules|(text|application)\/(x-)?(java|ecma)script|text\/(jscript|livescript|javascript1\.[0-5]))$/i;

function isInlineScript({ attrs }: Element): boolean {
  const type = attrs.find(({ name }) => name === 'type')?.value.trim() ?? '';
  return isRun.test(type) && !attrs.some(({ name }) => name === 'src');
}

// A script or a style contains only text.
function textOf({ childNodes }: Element): string {
  return childNodes.map((child) => ('value' in child ? child.value : '')).join('');
}
