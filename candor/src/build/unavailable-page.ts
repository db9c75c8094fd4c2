import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { traceFiles } from '../internals/build/trace-files.js';
import { escapeHtml } from '../shared/escape-html.js';
import { fallbackStyle } from '../shared/fallback-style.js';
import { directionOf, primary, type Languages } from '../shared/languages.js';
import { builtInWords, isBuiltIn } from '../shared/words/built-in.js';

/** A sentence of this page alone, by language. */
export const triesByItself: ReadonlyMap<string, string> = new Map([
  ['ar', 'تعيد هذه الصفحة المحاولة من تلقاء نفسها، ولا ترسل شيئًا مرة ثانية.'],
  ['de', 'Diese Seite versucht es von selbst wieder und schickt dabei nichts ein zweites Mal ab.'],
  ['en', 'This page retries by itself, and does not resend anything you submitted.'],
  ['fr', 'Cette page réessaie d’elle-même, sans rien envoyer une seconde fois.'],
]);

export type Page = Languages & { probe: string; titleEnd: string };

/** Writes the page that a proxy sends when no instance responds. It is deployed with the server, which does not serve it. */
export function writeUnavailablePage(distDir: string, page: Page): void {
  writeFileSync(join(distDir, 'unavailable.html'), unavailablePage(page));
  traceFiles(distDir, ['unavailable.html']);
}

/** A document that loads nothing, by its own policy. It has the system's colours: the build has no page yet that shows the application's. */
export function unavailablePage(page: Page): string {
  const tags = [...new Set(page.tags.map((tag) => (isBuiltIn(tag) ? tag : 'en')))];
  const [lang = 'en'] = tags;
  const script = `(${showAndTryAgain.toString()})(${JSON.stringify(page).replaceAll('<', String.raw`\u003c`)})`;
  return `<!DOCTYPE html><html lang="${lang}" dir="${directionOf(lang)}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${hashSource(script)}; style-src ${hashSource(fallbackStyle)}; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${escapeHtml(builtInWords(lang).notResponding + page.titleEnd)}</title><link rel="icon" href="data:,">
<noscript><meta http-equiv="refresh" content="30"></noscript><style>${fallbackStyle}</style></head>
<body>${tags.map(screenIn).join('\n')}<script>${script}</script></body></html>`;
}

function screenIn(lang: string, index: number): string {
  const { notResponding, notRespondingText, ifSent, again } = builtInWords(lang);
  const paragraphs = [`${notRespondingText} ${ifSent}`, triesByItself.get(primary(lang))!].map(escapeHtml);
  return `<main lang="${lang}" dir="${directionOf(lang)}" class="candor screen"${index > 0 ? ' hidden' : ''}><h1>${escapeHtml(notResponding)}</h1><p>${paragraphs.join('</p><p>')}</p><a class="button" href="">${escapeHtml(again)}</a></main>`;
}

/** Permits a script or a style with exactly this text: https://www.w3.org/TR/CSP3/#grammardef-hash-source */
const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The document has the text of this function, so it uses nothing of this module. */
function showAndTryAgain({ basePath, probe, cookie, titleEnd }: Page): void {
  const primaryOf = (tag = '') => tag.toLowerCase().split(/[-_]/)[0];
  const screens = [...document.querySelectorAll('main')];
  const segment = location.pathname.slice(basePath.length).split('/')[1];
  const chosen = `; ${document.cookie}`.split(`; ${cookie}=`)[1]?.split(';')[0];
  const wanted = [segment, chosen, ...navigator.languages].map(primaryOf);
  const shown = wanted.map((tag) => screens.find(({ lang }) => primaryOf(lang) === tag)).find(Boolean) ?? screens[0]!;
  for (const screen of screens) screen.hidden = screen !== shown;
  Object.assign(document.documentElement, { lang: shown.lang, dir: shown.dir });
  document.title = shown.querySelector('h1')!.textContent + titleEnd;

  // Each visitor at another time: a site that has just started is not flooded.
  const wait = () => setTimeout(tryAgain, 5_000 + Math.random() * 25_000);
  wait();

  async function tryAgain(): Promise<unknown> {
    const signal = AbortSignal.timeout(10_000);
    // Not the page's own address: a HEAD of that could do what the page does, such as use up a link for one use.
    const asked = fetch(probe, { method: 'HEAD', cache: 'no-store', redirect: 'manual', signal });
    const response = await asked.catch(() => undefined); // The browser's console has named the error.
    if (!response || response.status >= 500) return wait();
    const { href, search } = location;
    // A document whose address differs by the fragment alone would stay. With its origin: `//x` alone would be another site.
    if (href.includes('#')) history.replaceState(null, '', href.split('#')[0] + (search ? '&' : '?'));
    location.replace(href); // With GET: `reload` would send again what was sent.
  }
}
