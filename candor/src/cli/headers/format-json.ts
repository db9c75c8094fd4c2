import type { Entry } from './entry.js';
import type { Formatted } from './formats.js';
import { requestPath } from './request-path.js';

/** One object: the headers of each path over https. */
export function formatJson(entries: readonly Entry[]): Formatted {
  const rules = entries.flatMap(({ paths, headers }) =>
    paths.map((path) => [requestPath(path), Object.fromEntries(headers.https)] as const),
  );
  return { text: `${JSON.stringify(Object.fromEntries(rules), undefined, 2)}\n`, problems: [] };
}
