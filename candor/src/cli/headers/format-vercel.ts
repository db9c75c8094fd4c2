import type { Entry } from './entry.js';
import type { Formatted } from './formats.js';
import { requestPath } from './request-path.js';
import { CommandError } from '../application.js';

// https://github.com/vercel/vercel/blob/main/packages/routing-utils/src/schemas.ts
const maxRules = 2_048;
const maxSource = 4_096;
const maxValue = 32_768;

/** `headers` of a vercel.json: https://vercel.com/docs/project-configuration#headers */
export function formatVercel(entries: readonly Entry[]): Formatted {
  const rules = entries.flatMap(({ paths, headers }) => {
    const list = headers.https.map(([key, value]) => ({ key, value }));
    return paths.map((path) => ({ path, source: sourceOf(path), headers: list }));
  });
  if (rules.length > maxRules)
    throw new CommandError(`vercel.json may have ${maxRules} rules for headers, and this build needs ${rules.length}.`);
  const tooLong = rules.filter(
    ({ source, headers }) => source.length > maxSource || headers.some(({ value }) => value.length > maxValue),
  );
  const written = rules.filter((rule) => !tooLong.includes(rule)).map(({ source, headers }) => ({ source, headers }));
  return {
    text: `${JSON.stringify({ headers: written }, undefined, 2)}\n`,
    problems: tooLong.map(({ path }) => ({
      path,
      says: `needs more than vercel.json may have: ${maxSource} characters in a path, or ${maxValue} in a header.`,
    })),
  };
}

/** A pattern of path-to-regexp that matches this path alone. */
function sourceOf(path: string): string {
  const literal = (text: string) => requestPath(text).replace(/[\\*+?{}():]/g, '\\$&');
  return path.endsWith('/*') ? `${literal(path.slice(0, -1))}(.*)` : literal(path);
}
