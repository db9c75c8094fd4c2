import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';

/**
 * Where a place of a build's code was written.
 * @param line from 1, `column` from 0
 * @returns a path relative to the application's folder; `undefined`: the build has no map of it
 */
export function sourceOf(
  application: string,
  file: string,
  { line, column }: { line: number; column: number },
): { path: string; line: number } | undefined {
  const map = `${file}.map`;
  if (!existsSync(map)) return undefined;
  const payload = JSON.parse(readFileSync(map, 'utf8')) as ConstructorParameters<typeof SourceMap>[0];
  const entry = new SourceMap(payload).findEntry(line - 1, column);
  if (!('originalSource' in entry) || !entry.originalSource) return undefined;
  const source = entry.originalSource.replace(/^turbopack:\/\/\/\[project\]\//, '');
  const isUrl = /^[a-z-]+:\/\//.test(source);
  const path = isUrl
    ? source
    : relative(application, resolve(dirname(file), decodeURIComponent(source))).replaceAll('\\', '/');
  return { path, line: entry.originalLine + 1 };
}
