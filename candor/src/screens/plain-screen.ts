import { applicationErrorMessage } from './error-message.js';
import { documentStyle, themeColors } from './document-style.js';
import { documentTitle, expected, rejected, words } from './messages.js';

/** The facts about a failed response that its screen shows. */
export type FailedResponse = {
  /** `undefined`: it is not known whether the server failed. */
  status?: number;
  /** `undefined`: it is an expected outcome, or the digest is not known. */
  digest?: string | undefined;
  /** A name without port; `undefined`: the request named none. */
  host?: string | undefined;
  /** Only the request's sender is at fault. */
  isRejected?: boolean;
};

/** HTML: the content of `<title>`, an addition to `<head>`, and a `<main>`. */
type PlainScreen = { title: string; head: string; main: string };

/**
 * The screen for a failed response, as HTML that needs no scripts.
 * @param stylesheets their addresses
 */
export function plainScreen(response: FailedResponse, stylesheets: string[]): PlainScreen {
  // As Next writes them: React keeps them for the screen that scripts show in place of this one. A style inside leaves with it.
  const links = stylesheets.map(
    (address) => `<link rel="stylesheet" href="${escapeHtml(address)}" data-precedence="next"/>`,
  );
  return { title: titleOf(response), head: links.join(''), main: mainOf(response, links.length > 0 ? '' : style()) };
}

/** A notice in a page that was partly sent. Browsers with scripts ignore it: they show the screen. */
export function plainNotice(response: FailedResponse): string {
  const { paragraphs, reference } = contentOf(response);
  const [message = ''] = paragraphs.map(paragraph);
  return `<noscript><aside class="notice">${message}${reference ? quoted(reference) : ''}</aside></noscript>`;
}

/** A whole document of that screen, for a failure that Next has no document for. */
export function plainDocument(response: FailedResponse): string {
  return [
    `<!DOCTYPE html><html lang="${CANDOR_LANG}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${titleOf(response)}</title>${icon}${themes()}`,
    `${style()}</head><body>${mainOf(response, '')}</body></html>`,
  ].join('');
}

const icon = CANDOR_ICON && `<link rel="icon" href="${escapeHtml(CANDOR_ICON)}">`;

const themes = () =>
  themeColors()
    .map(({ media, color }) => `<meta name="theme-color"${media ? ` media="${media}"` : ''} content="${color}">`)
    .join('');

const style = () => `<style>${documentStyle()}</style>`;

const titleOf = (response: FailedResponse) => escapeHtml(documentTitle(contentOf(response).title));

const mainOf = (response: FailedResponse, styles: string) => plainMain(contentOf(response), styles);

/** The text of a screen. */
export type Content = { title: string; paragraphs: string[]; reference?: string | undefined };

/** @param styles HTML of the styles that leave with the screen */
export function plainMain({ title, paragraphs, reference }: Content, styles = ''): string {
  const text = `<h1>${escapeHtml(title)}</h1>${paragraphs.map(paragraph).join('')}${reference ? quoted(reference) : ''}`;
  const home = `<div class="actions"><a class="button" href="${escapeHtml(CANDOR_HOME)}">${escapeHtml(words.home)}</a></div>`;
  return `<main class="screen">${styles}${text}${home}</main>`;
}

export function contentOf({ status = 0, digest, host, isRejected }: FailedResponse): Content {
  if (isRejected) {
    const reason = status === 400 || status === 403 || status === 413 ? rejected[status] : rejected.other;
    return { title: rejected.title, paragraphs: [`${reason} ${rejected.nothingDone} (${status})`] };
  }
  if (status === 401 || status === 403 || status === 404) {
    const { title, text } = expected[status];
    return { title, paragraphs: [text] };
  }
  const isServerError = status >= 500;
  const message = applicationErrorMessage(isServerError ? 'server' : undefined, host);
  return {
    title: words.failed,
    paragraphs: isServerError ? [message, words.notYours] : [message],
    reference: digest && `Digest: ${digest}`,
  };
}

const quoted = (reference: string) =>
  `${paragraph(words.quote)}<p class="reference"><code>${escapeHtml(reference)}</code></p>`;

const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
