import type { Token } from 'parse5';
import { createMarkupReader } from '../../policy/inline-code.js';
import { neverPermitted, type BuiltDocument } from '../../policy/record-built-code.js';
import type { Directive } from '../../policy/sources.js';
import type { Finding } from './finding.js';

type Attributes = Record<string, string>;

/** Which directive permits what an element loads, and by which address. */
const loads: Record<string, (attributes: Attributes) => [Directive, string | undefined] | undefined> = {
  script: ({ src }) => ['script-src', src],
  img: ({ src }) => ['img-src', src],
  iframe: ({ src }) => ['frame-src', src],
  video: ({ src }) => ['media-src', src],
  audio: ({ src }) => ['media-src', src],
  source: ({ src }) => ['media-src', src],
  form: ({ action }) => ['form-action', action],
  link: ({ rel = '', as = '', href }) =>
    /\bstylesheet\b/i.test(rel)
      ? ['style-src-elem', href]
      : /\bpreload\b/i.test(rel) && Object.hasOwn(preloads, as)
        ? [preloads[as as keyof typeof preloads], href]
        : undefined,
};
const preloads = { script: 'script-src', style: 'style-src-elem', font: 'font-src', image: 'img-src' } as const;

/** Parts of the documents of a build that the policy blocks. @param config the text of next.config, which may permit an origin */
export function lookAtDocuments(distDir: string, documents: readonly BuiltDocument[], config: string): Finding[] {
  const needed = new Map<string, { directive: Directive; origin: string; files: Set<string> }>();
  const findings: Finding[] = [];
  for (const document of documents) {
    const path = `${distDir}/${document.file}`;
    const handlers = neverPermitted(document);
    if (handlers !== undefined)
      findings.push({ about: 'policy', path, says: `It ${handlers} A build with Candor fails.` });
    let hasAddressOfCode = false;
    readTags(document.html, ({ tagName, attrs }) => {
      const attributes = Object.fromEntries(attrs.map(({ name, value }) => [name, value]));
      hasAddressOfCode ||= /^\s*javascript:/i.test(attributes.href ?? '');
      const [directive, address] = loads[tagName]?.(attributes) ?? [];
      const origin = foreignOrigin(address);
      if (directive === undefined || origin === undefined || config.includes(new URL(origin).host)) return;
      const key = `${directive} ${origin}`;
      const known = needed.get(key) ?? { directive, origin, files: new Set() };
      needed.set(key, { ...known, files: known.files.add(path) });
    });
    if (hasAddressOfCode)
      findings.push({
        about: 'policy',
        path,
        says: 'A link to a javascript: address does nothing. Make it a button with a listener.',
      });
  }
  return [
    ...findings,
    ...[...needed.values()].map(({ directive, origin, files }) => blocked(directive, origin, [...files])),
  ];
}

function blocked(directive: Directive, origin: string, [path = '', ...others]: string[]): Finding {
  const more =
    others.length > 0 ? `, and ${others.length === 1 ? 'another page' : `${others.length} other pages`}` : '';
  return {
    about: 'policy',
    path,
    says: `This page${more} would not get what it has from ${origin}. Permit it in the second argument of withCandor:`,
    write: `sources: { '${directive}': ['${origin}'] }`,
  };
}

function readTags(html: string, onStartTag: (tag: Token.TagToken) => void): void {
  createMarkupReader({ onStartTag, onScript: () => {} }).write(html, true);
}

/** `undefined`: it is an address of the same site, of a file of the build at an `assetPrefix`, which is permitted, or none of the web's. */
function foreignOrigin(address: string | undefined): string | undefined {
  const own = 'https://own.invalid';
  if (address === undefined || !URL.canParse(address, own)) return undefined;
  const { origin, protocol, pathname } = new URL(address, own);
  const isForeign = /^https?:$/.test(protocol) && origin !== own && !pathname.includes('/_next/static/');
  return isForeign ? origin : undefined;
}
