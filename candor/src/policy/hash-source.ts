import { createHash } from 'node:crypto';

/** A source that permits a script or a style with exactly this text: https://www.w3.org/TR/CSP3/#grammardef-hash-source */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
