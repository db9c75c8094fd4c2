import type { Filling } from '../internals/server/failed-document.js';
import { escapeHtml } from '../shared/escape-html.js';
import { fallbackStyle } from '../shared/fallback-style.js';
import { applicationErrorMessage } from './error-message.js';
import { directionOf } from '../shared/languages.js';
import type { Words } from '../shared/words/en.js';
import type { Spoken } from '../shared/spoken.js';

export type FailedScreen = {
  /** `undefined`: it is not known whether the server failed. */
  status?: number;
  /** `undefined`: it is an expected outcome, or the digest is not known. */
  digest?: string | undefined;
  /** A name without port. */
  host?: string | undefined;
  /** Only the request's sender is at fault. */
  isRejected?: boolean;
  spoken: Spoken;
};

/** The screen for a failed response, as HTML that needs no scripts, for a document whose stylesheets have these addresses. */
export function plainScreen(response: FailedScreen, stylesheets: string[]): Filling {
  // As Next writes them: React keeps them for the screen that scripts show in place of this one.
  const links = stylesheets.map(
    (address) => `<link rel="stylesheet" href="${escapeHtml(address)}" data-precedence="next"/>`,
  );
  return { title: titleOf(response), head: style + links.join(''), main: mainOf(response) };
}

const styleLink = `<link rel="stylesheet" href="${escapeHtml(CANDOR_STYLESHEET)}"/>`;

/** A notice in a page that was partly sent. Browsers with scripts show the screen instead. */
export function plainNotice(response: FailedScreen): string {
  const { paragraphs, reference } = contentOf(response);
  const [message = ''] = paragraphs.map(paragraph);
  const { lang, words } = response.spoken;
  return `<noscript>${styleLink}<aside class="candor notice"${inLanguage(lang)}>${message}${reference ? quoted(reference, words) : ''}</aside></noscript>`;
}

/** A whole document, for a failure that Next has no document for. */
export function plainDocument(response: FailedScreen): string {
  return [
    `<!DOCTYPE html><html${inLanguage(response.spoken.lang)}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${titleOf(response)}</title>${icon}${style}</head><body>${mainOf(response)}</body></html>`,
  ].join('');
}

const icon = CANDOR_ICON && `<link rel="icon" href="${escapeHtml(CANDOR_ICON)}">`;

const style = `<style>${fallbackStyle}</style>`;

const titleOf = (response: FailedScreen) => escapeHtml(contentOf(response).title + CANDOR_TITLE_END);

const mainOf = (response: FailedScreen) => plainMain(contentOf(response), response.spoken);

const inLanguage = (lang: string) => ` lang="${lang}"${directionOf(lang) === 'rtl' ? ' dir="rtl"' : ''}`;

export type Content = {
  title: string;
  paragraphs: string[];
  reference?: string | undefined;
};

export function plainMain({ title, paragraphs, reference }: Content, { words, lang }: Spoken): string {
  const text = `<h1>${escapeHtml(title)}</h1>${paragraphs.map(paragraph).join('')}${reference ? quoted(reference, words) : ''}`;
  const home = `<div class="actions"><a class="button" href="${escapeHtml(CANDOR_HOME)}">${escapeHtml(words.home)}</a></div>`;
  return `<main class="candor screen"${CANDOR_LANGUAGES && inLanguage(lang)}>${styleLink}${text}${home}</main>`;
}

export function contentOf(response: FailedScreen): Content {
  const { status = 0, digest, host, isRejected } = response;
  const { words } = response.spoken;
  if (isRejected) {
    const reason =
      status === 400 || status === 403 || status === 413 ? words[`rejected${status}`] : words.rejectedOther;
    return { title: words.rejected, paragraphs: [`${reason} ${words.nothingDone} (${status})`] };
  }
  if (status === 401 || status === 403 || status === 404)
    return { title: words[`title${status}`], paragraphs: [words[`text${status}`]] };
  const isServerError = status >= 500;
  const message = applicationErrorMessage(isServerError ? 'server' : undefined, host);
  return {
    title: words.failed,
    paragraphs: isServerError ? [message, `${words.notYours} ${words.ifSent}`] : [message],
    reference: digest && `Digest: ${digest}`,
  };
}

const quoted = (reference: string, words: Words) =>
  `${paragraph(words.quote)}<p class="reference"><code translate="no">${escapeHtml(reference)}</code></p>`;

const paragraph = (text: string) => `<p>${isSentence(text) ? inEnglish(text) : escapeHtml(text)}</p>`;

// A site in English names it once.
const isSentence = (text: string) =>
  (CANDOR_LANGUAGES || CANDOR_LANG !== 'en') && text.startsWith('Application error: ');
const inEnglish = (text: string) => `<span lang="en" dir="ltr">${escapeHtml(text)}</span>`;
