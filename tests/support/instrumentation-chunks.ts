import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

type SourceMap = { sources: string[] } | { sections: { map: { sources: string[] } }[] };

/**
 * What a build of Turbopack loads for `instrumentation.ts` in a server, at once and by `import()`.
 * @returns the size of those chunks, and the sources they are made from, relative to the site's folder
 */
export async function instrumentationChunks(folder: string): Promise<{ sources: string[]; bytes: number }> {
  const dist = join(folder, '.next');
  const found = new Set(['server/instrumentation.js']);
  const sources = new Set<string>();
  let bytes = 0;
  for (const chunk of found) {
    const code = await readFile(join(dist, chunk), 'utf8');
    for (const [named] of code.matchAll(/server\/chunks\/[^"']+\.js(?=["'])/g)) found.add(named);
    bytes += (await stat(join(dist, chunk))).size;
    const map = JSON.parse(await readFile(join(dist, `${chunk}.map`), 'utf8')) as SourceMap;
    const all = 'sections' in map ? map.sections.flatMap(({ map }) => map.sources) : map.sources;
    for (const source of all) sources.add(source.replace(/^(\.\.\/)+/, ''));
  }
  return { sources: [...sources], bytes };
}
