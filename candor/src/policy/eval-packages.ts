import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, join } from 'node:path';
import { filesIn } from '../internals/build/files-in.js';
import { browserMapsFolder } from '../shared/sources-folder.js';
import type { TeamPolicy } from './settings.js';

const makesCode = /(?<![\w$.])(?:eval\)?|Function)\(/g; // Minified code has no `new` before the second.

/** Packages that make code from text in the browser, by source maps, with the pages that load them. */
function evalPackages(distFolder: string): Map<string, Set<string>> {
  const manifest = readManifest(distFolder);
  const pagesOf = pagesByChunk(distFolder, manifest);
  const found = new Map<string, Set<string>>();
  const chunks = filesIn(join(distFolder, 'static')).map((file) => `static/${file}`);
  for (const file of chunks.filter((each) => /\.[cm]?js$/.test(each) && !manifest.polyfillFiles?.includes(each)))
    for (const name of packagesIn(distFolder, file))
      found.set(name, new Set([...(found.get(name) ?? []), ...pagesOf(file)]));
  return found;
}

function packagesIn(distFolder: string, chunk: string): Set<string> {
  const code = readFileSync(join(distFolder, chunk), 'utf8');
  const calls = [...code.matchAll(makesCode)].map(({ index }) => index);
  if (calls.length === 0) return new Set();
  const file = join(distFolder, browserMapsFolder, `${chunk}.map`);
  const map = existsSync(file) && new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload);
  const names = calls.map((index) => {
    const before = code.slice(0, index).split('\n');
    const entry = map && map.findEntry(before.length - 1, before.at(-1)?.length ?? 0);
    return entry && 'originalSource' in entry ? entry.originalSource : chunk;
  });
  return new Set(names.map(packageOf));
}

function packageOf(path: string): string {
  const [, name = path] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
  return name.replace(/^.*\[project\]\//, '');
}

type Manifest = { pages?: Record<string, string[]>; polyfillFiles?: string[] };

function readManifest(distFolder: string): Manifest {
  const file = join(distFolder, 'build-manifest.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : {};
}

function pagesByChunk(distFolder: string, { pages = {} }: Manifest): (chunk: string) => string[] {
  const ofApp = filesIn(join(distFolder, 'server/app'))
    .filter((file) => file.endsWith('page_client-reference-manifest.js'))
    .map((file) => ({
      route: `/${dirname(file)}`.replace(/\/\.$/, '/').replaceAll(/\/\([^/]+\)/g, ''),
      text: readFileSync(join(distFolder, 'server/app', file), 'utf8'),
    }));
  return (chunk) => [
    ...ofApp.filter(({ text }) => text.includes(chunk)).map(({ route }) => route),
    ...Object.entries(pages).flatMap(([route, files]) => (files.includes(chunk) ? [route] : [])),
  ];
}

export function sentencesAboutEval(distFolder: string, policy: TeamPolicy): string[] {
  const sources = typeof policy === 'string' ? undefined : policy.sources?.['script-src'];
  if (sources?.includes("'unsafe-eval'"))
    return ["'unsafe-eval' is in the policy: where a script runs text as code, a visitor's text runs too."];
  return Array.from(evalPackages(distFolder), ([name, found]) => {
    const pages = [...found].sort();
    const where = pages.length > 0 ? `, on ${pages.slice(0, 5).join(', ')}${pages.length > 5 ? ' …' : ''}` : '';
    return `${name} makes code from text in the browser (eval or new Function)${where}. The policy blocks that, once enforced: a page works only if ${name} catches the error. Replace it, or add "'unsafe-eval'" to script-src in sources of the setting policy.`;
  });
}
