import { createHash } from 'node:crypto';
import { documentStyle, themeColors } from '../../screens/document-style.js';
import { escapeHtml } from '../../shared/escape-html.js';
import type { Look } from '../../shared/look.js';
import { themeScript } from '../../shared/theme.js';
import { unavailableScript } from './page-program.js';
import { selfContained } from './self-contained.js';
import type { UnavailableWords } from './words.js';

/** All that a page for a site that does not respond is made of. */
export type UnavailablePage = {
  /** In each language of the application; the first is shown where no other is asked for, and without scripts. */
  words: readonly UnavailableWords[];
  /** `undefined`: Candor's own. */
  look: Look | undefined;
  /** The end of the title. */
  titleEnd: string;
  /** The name of the stored theme. */
  themeKey: string;
  /** The start of all paths of the application. */
  basePath: string;
  /** The path that is asked whether the site responds. */
  probe: string;
  /** The cookie in which the application keeps the visitor's language. */
  languageCookie: string;
};

/** How often a browser without scripts tries again. */
const refreshSeconds = 30;

/** A whole document, which its own policy keeps from loading anything: it may ask its own site whether it responds, and no more. */
export function unavailableDocument(page: UnavailablePage): string {
  const { words, titleEnd, themeKey, basePath, probe, languageCookie } = page;
  const [{ lang, dir, title }] = words as [UnavailableWords];
  const look = page.look && selfContained(page.look);
  const theme = themeScript(themeKey);
  const style = documentStyle(look);
  const policy = [
    "default-src 'none'",
    `script-src ${hashSource(theme)} ${hashSource(unavailableScript)}`,
    `style-src ${hashSource(style)}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const colors = themeColors(look).map(
    ({ media, color }) => `<meta name="theme-color"${media ? ` media="${media}"` : ''} content="${color}">`,
  );
  const data = { base: basePath, probe, cookie: languageCookie };
  return [
    `<!DOCTYPE html><html lang="${lang}" dir="${dir}"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${escapeHtml(title + titleEnd)}</title>`,
    '<link rel="icon" href="data:,">', // Browsers would ask for one.
    ...colors,
    `<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>`,
    `<style>${style}</style><script>${theme}</script></head>`,
    `<body${attributes(data)}>${words.map(mainOf).join('')}<script>${unavailableScript}</script></body></html>`,
  ].join('\n');
}

function mainOf({ lang, dir, title, fault, byItself, next, offline, again }: UnavailableWords, index: number): string {
  const text = [fault, byItself].map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('');
  // The address of the page, by GET.
  const link = `<div class="actions"><a class="button" href="">${escapeHtml(again)}</a></div>`;
  return `<main class="candor screen" lang="${lang}" dir="${dir}"${index > 0 ? ' hidden' : ''}><h1>${escapeHtml(title)}</h1>${text}<p${attributes({ next, offline })}></p>${link}</main>`;
}

const attributes = (data: Record<string, string>) =>
  Object.entries(data)
    .map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
    .join('');

/** Permits a script or a style with exactly this text: https://www.w3.org/TR/CSP3/#grammardef-hash-source */
const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
