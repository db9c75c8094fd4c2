import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { builtPages, type BuiltPage } from '../../internals/build/built-pages.js';
import { scriptElements, type ScriptElement } from '../../internals/build/script-elements.js';
import { writtenScripts } from '../../internals/build/written-scripts.js';
import { isOfFramework } from '../../internals/server/framework-scripts.js';
import { isRun } from '../../policy/inline-code.js';
import type { BuiltDocument } from '../../policy/record-built-code.js';
import { browserMapsFolder } from '../../shared/browser-maps-folder.js';
import { readMaps } from '../../sources/read-maps.js';
import { read } from '../application.js';
import { codeFiles } from '../packages.js';
import type { Finding, Looked } from './finding.js';

const nonceLine = `<script nonce={(await headers()).get('x-nonce') ?? undefined} … />`;

/**
 * Inline scripts whose text is not in the code, so that the build cannot permit it, in pages that no document of the build shows.
 * @param documents those of the build
 */
export function lookAtRenderedScripts(folder: string, distDir: string, documents: readonly BuiltDocument[]): Looked {
  const pages = builtPages(join(folder, distDir));
  const files = [...new Set(pages.flatMap(({ code }) => [...code]))].sort();
  const constants = new Set(files.flatMap((file) => writtenScripts(codeIn(join(folder, distDir, file)))));
  const isOwn = ({ text }: { text: string }) => !isOfFramework(text) && !constants.has(text);
  const withScripts = new Set(documents.filter(({ scripts }) => scripts.some(isOwn)).map(({ file }) => routeOf(file)));
  const looked: Looked = { findings: [], notes: [] };
  const known = new Set<string>();
  const handsOn = codeFiles(folder).some((path) => read(folder, path)?.includes('x-nonce'));
  const placeOf = placesIn(folder, distDir);
  for (const file of files) {
    const using = pages.filter(({ code }) => code.has(file));
    if (using.every(({ made }) => made === 'built')) continue;
    for (const element of lostIn(join(folder, distDir, file))) {
      const place = placeOf(file, element);
      const key = `${place.path}:${place.line}`;
      if (known.has(key) || place.path.includes('node_modules/next/')) continue;
      known.add(key);
      const isShown = using.some(({ route }) => withScripts.has(route));
      if (element.mayHaveNonce && (isShown || handsOn)) continue;
      if (isShown)
        looked.notes.push(
          `${key} writes an inline script that is put together when the code runs. As built pages show it, it is permitted in every page; with another text it needs the nonce.`,
        );
      else looked.findings.push({ ...place, ...lost(using, element) });
    }
  }
  return looked;
}

/** Where something was written: in a source of the application, or else in the file of the build. */
function placesIn(folder: string, distDir: string) {
  const project = resolve(folder).replaceAll('\\', '/');
  const build = `${project}/${distDir}`;
  const find = readMaps({ folder: build, project, maps: [build, `${build}/${browserMapsFolder}`] });
  return (file: string, { line, column }: ScriptElement): { path: string; line: number } => {
    const found = find({ file: `${build}/${file}`, line, column: column + 1 });
    return 'source' in found
      ? { path: found.source.file, line: found.source.line }
      : { path: `${distDir}/${file}`, line };
  };
}

function lost(pages: readonly BuiltPage[], { mayHaveNonce }: ScriptElement): Omit<Finding, 'path' | 'line'> {
  const routesOf = (kind: BuiltPage['made']) =>
    listed(pages.filter(({ made }) => made === kind).map(({ route }) => route));
  const rendered = routesOf('rendered');
  const text = 'Its text is put together when the code runs, so the policy blocks this inline script';
  if (rendered === '')
    return {
      about: 'policy',
      says: `${text} in ${routesOf('on demand')}. Put it into a file, and what it needs into attributes.`,
    };
  return {
    about: 'policy',
    says: `${text} in ${rendered}${mayHaveNonce ? ', unless it gets a nonce, and no code here reads x-nonce' : ''}. Give it the nonce of the request, in a Client Component as a prop:`,
    write: nonceLine,
  };
}

/** The first three of them. */
function listed(routes: readonly string[]): string {
  const [first = '', second, third, ...more] = new Set(routes);
  const shown = [first, second, third].filter((route) => route !== undefined).join(', ');
  return more.length > 0 ? `${shown} and ${more.length} more` : shown;
}

const codeIn = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

function lostIn(file: string): ScriptElement[] {
  try {
    return scriptElements(codeIn(file)).filter(
      ({ isConstant, type }) => !isConstant && type !== undefined && isRun.test(type.trim()),
    );
  } catch (error) {
    if (error instanceof SyntaxError) return []; // A bundler's output that the parser does not know: then nothing is known of it.
    throw error;
  }
}

/** The route of a document of the build. */
function routeOf(file: string): string {
  return `/${file.replace(/^server\/(app|pages)\//, '').replace(/\.html$/, '')}`.replace(/^\/index$/, '/');
}
