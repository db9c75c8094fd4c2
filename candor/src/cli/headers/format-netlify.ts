import type { Entry } from './entry.js';
import type { Formatted } from './formats.js';
import { requestPath } from './request-path.js';

/** A file `_headers`: https://docs.netlify.com/manage/routing/headers/ */
export function formatNetlify(entries: readonly Entry[]): Formatted {
  const rules = entries.flatMap(({ paths, headers }) => paths.map((path) => ({ path, headers: headers.https })));
  const isPattern = ({ path }: { path: string }) => /\*.|[^/]\*|\/:/.test(path);
  const blocks = rules
    .filter((rule) => !isPattern(rule))
    .map(({ path, headers }) =>
      [requestPath(path), ...headers.map(([name, value]) => `  ${name}: ${value}`), ''].join('\n'),
    );
  return {
    text: blocks.join('\n'),
    problems: rules.filter(isPattern).map(({ path }) => ({
      path,
      says: 'cannot be in _headers, where * and a part that begins with : stand for other paths.',
    })),
  };
}
