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

/** Gives the document a language, a title and a `<main>`. Scripts clear all of it before they show the screen. */
export function fillDocument(chunk: Buffer, { title, main }: { title: string; main: string }): Buffer {
  const html = /^(.*<html id="__next_error__")(.*?)(<body[^>]*>)(.*)$/s.exec(chunk.toString('latin1')); // Keeps every byte.
  if (html === null) return chunk;
  const [, start = '', head = '', body = '', rest = ''] = html;
  const titled = head.replace(/<title>[^<]*<\/title>/, () => `<title>${toLatin1(title)}</title>`);
  return Buffer.from(`${start} lang="en"${titled}${body}${toLatin1(main)}${rest}`, 'latin1');
}

const toLatin1 = (text: string) => Buffer.from(text).toString('latin1');

// In the data that the document has for its scripts. A visitor's text in it has its quotes escaped once more.

/** The digest of the error that scripts will show. */
export function digestInDocument(chunk: Buffer): string | undefined {
  const digest = /[0-9a-f]:E\{\\"digest\\":\\"([^"\\]+)\\"/.exec(chunk.toString('latin1'))?.[1];
  return isSafeDigest(digest) ? digest : undefined;
}

/** The addresses of the page's stylesheets, which only scripts would load. */
export function stylesheetsInDocument(chunk: Buffer): string[] {
  const found = chunk.toString('latin1').matchAll(/:HL\[\\"([^"\\]+)\\",\\"style\\"/g);
  return [...new Set(Array.from(found, ([, address = '']) => address))];
}
