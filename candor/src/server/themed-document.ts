import type { ServerResponse } from 'node:http';
import { themeInCookies, type Theme } from '../shared/theme.js';

type Permit = (response: ServerResponse, script: string) => void;

/**
 * Puts the visitor's theme in force in a document that Candor makes: by the script, which reads what the browser has stored; and in
 * the document itself by the cookie, for a browser that runs no scripts.
 * @param html its start, at least to the end of `<head>`
 * @param permit is called for the response that has the script
 */
export function themedDocument(response: ServerResponse, html: string, permit: Permit): string {
  const theme = themeInCookies(response.req.headers.cookie, CANDOR_THEME_KEY);
  // What somebody keeps is for every visitor.
  const isKept = !String(response.getHeader('Cache-Control')).includes('no-store');
  const themed = withScript(response, html, permit);
  return theme === undefined || isKept ? themed : withAttributes(themed, theme);
}

function withScript(response: ServerResponse, html: string, permit: Permit): string {
  const script = `<script>${CANDOR_THEME_SCRIPT}</script>`;
  if (response.headersSent) return html; // Its policy is decided.
  // A policy of the team's own would block it, and report that.
  if (response.hasHeader('Content-Security-Policy')) return html.replace(script, '');
  permit(response, CANDOR_THEME_SCRIPT);
  return html.includes(script) ? html : html.replace('</head>', () => `${script}</head>`);
}

const themeColor = /(<meta name="theme-color" [^>]*?media=")\(prefers-color-scheme: (light|dark)\)"/g;

function withAttributes(html: string, theme: Theme): string {
  const attributes = ` class="${theme}" data-theme="${theme}" data-mode="${theme}" style="color-scheme:${theme}"`;
  // One that has attributes of its own has a design of its own.
  return html
    .replace(/<html(?![^>]* (?:class|style|data-theme|data-mode)=)/, (tag) => tag + attributes)
    .replace(themeColor, (_, start: string, of: string) => `${start}${of === theme ? 'all' : 'not all'}"`);
}
