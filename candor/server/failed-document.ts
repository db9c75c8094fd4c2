import { isSafeDigest } from '../digest';

const id = '<html id="__next_error__"';

/** Whether this is the start of a document that Next sends with an empty body, for its scripts to fill. */
export function isFailedDocument(chunk: Buffer): boolean {
  return chunk.includes(id);
}

/** Whether the document is known far enough to be filled. */
export function hasBody(chunk: Buffer): boolean {
  return /<body[^>]*>/.test(chunk.toString('latin1'));
}

type Filling = { title: string; head: string; main: string };

/** Gives the document a language and these parts. Scripts clear all but the stylesheets before they show the screen. */
export function fillDocument(chunk: Buffer, { title, head: added, main }: Filling): Buffer {
  const html = /^(.*<html id="__next_error__")(.*?)(<body[^>]*>)(.*)$/s.exec(chunk.toString('latin1')); // Keeps every byte.
  if (html === null) return chunk;
  const [, start = '', head = '', body = '', rest = ''] = html;
  const filled = head
    .replace(/<title>[^<]*<\/title>/, () => `<title>${toLatin1(title)}</title>`)
    .replace('</head>', () => `${toLatin1(added)}</head>`);
  return Buffer.from(`${start} lang="en"${filled}${body}${toLatin1(main)}${rest}`, 'latin1');
}

const toLatin1 = (text: string) => Buffer.from(text).toString('latin1');

// In the data that the document has for its scripts. A visitor's text in it has its quotes escaped once more.

/** The digest of the error that scripts will show. */
export function digestInDocument(chunk: Buffer): string | undefined {
  const digest = /[0-9a-f]:E\{\\"digest\\":\\"([^"\\]+)\\"/.exec(chunk.toString('latin1'))?.[1];
  return isSafeDigest(digest) ? digest : undefined;
}

/**
 * The addresses of the page's stylesheets, which the document itself links only once scripts run.
 * @param link the value of its header `Link`
 */
export function stylesheetsOf(link: unknown, chunk: Buffer): string[] {
  const preloaded = String(link ?? '').matchAll(/<([^<>]+)>;[^,<]*as="style"/g);
  const hints = chunk.toString('latin1').matchAll(/:HL\[\\"([^"\\]+)\\",\\"style\\"/g);
  return [...new Set(Array.from([...preloaded, ...hints], ([, address = '']) => address))];
}
