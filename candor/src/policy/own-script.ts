import type { ServerResponse } from 'node:http';
import { findThemeScript } from '../shared/theme.js';
import { hashSource } from './hash-source.js';

/** The sources of the one inline script of Candor's own, for the responses that have it. */
const sources = new WeakMap<ServerResponse, readonly string[]>();

const none: readonly string[] = [];

/** An application has one. */
let last: { script: string; sources: readonly string[] } | undefined;

/** Permits the script of the theme in a response, which somebody has put into its document. */
export function permitThemeScript(response: ServerResponse, script: string): void {
  if (last?.script !== script) last = { script, sources: [hashSource(script)] };
  sources.set(response, last.sources);
}

/** Permits it in the document of a failure that was rendered with it. */
export function notePresentThemeScript(response: ServerResponse, html: string): void {
  const script = findThemeScript(html);
  if (script !== undefined) permitThemeScript(response, script);
}

/** What the policy of this response has besides. */
export function ownScriptsOf(response: ServerResponse): readonly string[] {
  return sources.get(response) ?? none;
}
