import type { ServerResponse } from 'node:http';
import { isCleared, keepScreen } from '../internals/server/keep-screen.js';
import { themeInCookies, type Theme } from '../shared/theme.js';

type Permit = (response: ServerResponse, script: string) => void;

/**
 * Puts the visitor's theme in force in a document that Candor makes: by the script, which reads what the browser has stored; and in
 * the document itself by the cookie, for a browser that runs no scripts.
 * @param html its start, at least to the end of `<head>`
 * @param permit is called for the response that has the script; `undefined`: there is no policy of Candor's
 */
export function themedDocument(response: ServerResponse, html: string, permit?: Permit): string {
  const theme = themeInCookies(response.req.headers.cookie, CANDOR_THEME_KEY);
  // What somebody keeps is for every visitor.
  const isKept = !String(response.getHeader('Cache-Control')).includes('no-store');
  const themed = withScript(response, html, permit);
  return theme === undefined || isKept ? themed : withAttributes(themed, theme);
}

function withScript(response: ServerResponse, html: string, permit: Permit | undefined): string {
  const program = isCleared(html) ? `${CANDOR_THEME_SCRIPT};${keepScreen}` : CANDOR_THEME_SCRIPT;
  const script = `<script>${program}</script>`;
  // A policy that is decided, or the team's own, permits the nonce of the document's other scripts; else it would report this one.
  const isDecided = response.hasHeader('Content-Security-Policy') || (response.headersSent && permit !== undefined);
  const nonce = isDecided ? nonceOfScripts.exec(html)?.[1] : '';
  if (nonce === undefined) return html.replace(script, '');
  if (!isDecided) permit?.(response, program);
  const written = script.replace('>', () => `${nonce}>`);
  return html.includes(script)
    ? html.replace(script, () => written)
    : html.replace('</head>', () => `${written}</head>`);
}

const nonceOfScripts = /<script[^>]*( nonce="[^"]+")/;
const themeColor = /(<meta name="theme-color" [^>]*?media=")\(prefers-color-scheme: (light|dark)\)"/g;

function withAttributes(html: string, theme: Theme): string {
  const attributes = ` class="${theme}" data-theme="${theme}" data-mode="${theme}" style="color-scheme:${theme}"`;
  // One that has attributes of its own has a design of its own.
  return html
    .replace(/<html(?![^>]* (?:class|style|data-theme|data-mode)=)/, (tag) => tag + attributes)
    .replace(themeColor, (_, start: string, of: string) => `${start}${of === theme ? 'all' : 'not all'}"`);
}
