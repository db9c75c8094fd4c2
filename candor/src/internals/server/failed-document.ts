import type { ServerResponse } from 'node:http';
import { directionOf } from '../../shared/languages.js';
import { patch } from '../patch.js';

const own = patch('failed-document');

// One that was filled already, by Candor in another zone of the site, has a language.
const start = /<html(?: data-dpl-id="[^"]*")? id="__next_error__"(?=>)/;
const body = /<body[^>]*>/;

/** Whether Next sends this document with an empty body, for its scripts to fill. */
export function isFailedDocument(chunk: Buffer): boolean {
  const isEmpty = chunk.includes('__next_error__') && start.test(chunk.toString('latin1'));
  if (isEmpty) own.seen();
  return isEmpty;
}

/** Whether this whole document of a failed page shows nothing before scripts run, in another form: that of a later version of Next. */
export function isEmptyDocument(document: Buffer): boolean {
  const [, inBody] = /<body[^>]*>([\s\S]*)<\/body>/.exec(document.toString('latin1')) ?? [];
  const shown = inBody?.replace(unseen, '').replace(/<[^>]*>/g, '');
  const isEmpty = shown?.trim() === '';
  if (isEmpty) own.fail(new Error('The document of a failed page has another form.'));
  return isEmpty;
}

const unseen = /<!--[\s\S]*?-->|<(script|style|template|title|noscript)\b[\s\S]*?<\/\1>/g;

/** Whether this is the 404 of a page that has no time of its own. A handler's response has no such header. */
export const isKeptForYear = (response: ServerResponse): boolean =>
  response.statusCode === 404 &&
  response.hasHeader('x-nextjs-prerender') &&
  response.getHeader('Cache-Control') === 's-maxage=31536000';

export const isWhole = (document: Buffer): boolean => document.includes('</body>');

export const hasBody = (chunk: Buffer): boolean => body.test(chunk.toString('latin1'));

/** HTML: the content of `<title>`, additions to `<head>`, and a `<main>`. */
export type Filling = { title: string; head: string; main: string };

/** Gives the document a language and these parts. Scripts clear all but the stylesheets before they show the screen. */
export function fillDocument(chunk: Buffer, { title, head: added, main }: Filling, lang: string): Buffer {
  const document = /(<html[^>]*)(>[^]*?<body[^>]*>)/.exec(chunk.toString('latin1')); // Keeps every byte.
  if (!document) return chunk;
  const { 0: tags, 1: htmlTag = '', 2: head = '', input, index } = document;
  const own = / lang="/.test(htmlTag) ? '' : ` lang="${lang}"${directionOf(lang) === 'rtl' ? ' dir="rtl"' : ''}`;
  const titled = `<title>${toLatin1(title)}</title>${toLatin1(added)}</head>`;
  const filled = head.replace(/<title>[^<]*<\/title>/, '').replace('</head>', () => titled);
  const start = `${input.slice(0, index)}${htmlTag}${own}${filled}${toLatin1(main)}`;
  return Buffer.from(start + input.slice(index + tags.length), 'latin1');
}

const toLatin1 = (text: string) => Buffer.from(text).toString('latin1');
