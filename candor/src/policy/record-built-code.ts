import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtCodeFile, maxOfEveryPage, type BuiltCode } from './built-code.js';
import { distDirOfBuild } from '../internals/build/dist-dir.js';
import { isOfFramework } from '../internals/server/framework-scripts.js';
import { hashSource } from './hash-source.js';
import { permissionsOf } from './content-security-policy.js';
import { inlineCode, type InlineCode } from './inline-code.js';
import { isThemeScript } from '../shared/theme.js';
import { version } from '../shared/version.js';
import { insertedScripts, writtenScripts } from '../internals/build/written-scripts.js';

// A server reads the record when it starts. Of larger sites it has the pages with the shortest paths.
const maxDocuments = 500;

/**
 * Makes a build of this process record its inline scripts when it ends, and fail if a document contains something that no policy
 * can permit. A server cannot find that out later: it writes the pages that it regenerates over those of the build.
 * Does nothing in processes that do not build.
 * @param application its folder
 * @param distDir Next's setting, relative to that folder
 */
export function recordBuiltCode(application: string, distDir = '.next'): void {
  // Next has no hook after the prerender but an adapter's, which changes where prerendered pages are kept.
  process.once('exit', (status) => {
    const isBuild = process.env.NEXT_PHASE === 'phase-production-build' && !process.env.IS_NEXT_WORKER;
    const distFolder = distDirOfBuild() ?? join(application, distDir);
    if (!isBuild || status !== 0 || !existsSync(join(distFolder, 'BUILD_ID'))) return;
    const { code, findings } = builtCode(distFolder);
    for (const folder of [distFolder, ...standaloneFolder(distFolder)]) {
      writeFileSync(builtCodeFile(folder), JSON.stringify({ ...code, version }));
    }
    const leftOut = code.scripts.length - maxOfEveryPage;
    if (leftOut > 0)
      console.warn(
        `The policy has room for ${maxOfEveryPage} different inline scripts: ${leftOut} more are blocked except in the built pages that contain them. Put them into files.`,
      );
    if (findings.length === 0) return;
    console.error(`\nThe policy of this site would block parts of these pages:\n${findings.join('\n')}`);
    process.exitCode = 1;
  });
}

export type BuiltDocument = { file: string; html: string } & InlineCode;

/** The documents of a build, their files relative to its folder. One that cannot be read is named on the console, and left out. */
export function builtDocuments(distFolder: string): BuiltDocument[] {
  return filesOf(distFolder, 'server', '.html').flatMap((file) => {
    const html = readFileSync(join(distFolder, file), 'utf8');
    try {
      return { file, html, ...inlineCode(html) };
    } catch (error) {
      console.warn(`The inline scripts of ${file} are blocked, because the policy could not read it: ${String(error)}`);
      return [];
    }
  });
}

/** What no policy can permit in a document: the end of a sentence, with what to do. `undefined`: there is nothing. */
export function neverPermitted({ handlers }: BuiltDocument): string | undefined {
  return handlers.size === 0 ? undefined : `has ${[...handlers].join(', ')}: add a listener in a script instead.`;
}

/** Reads the documents of a build, and its code. `findings` are sentences, each about one document. */
export function builtCode(distFolder: string): { code: BuiltCode; findings: string[] } {
  const read = (file: string) => readFileSync(join(distFolder, file), 'utf8');
  const documents = builtDocuments(distFolder);
  const ofBrowser = ['.js', '.css'].flatMap((type) => filesOf(distFolder, 'static', type)).map(read);
  const written = [
    ...[...filesOf(distFolder, 'server', '.js').map(read), ...ofBrowser].flatMap(writtenScripts),
    ...filesOf(distFolder, 'server', '.rsc').map(read).flatMap(insertedScripts),
  ];
  // The router goes to none of the others: the error pages.
  const shown = documents.filter(({ file }) => !/^server\/(app\/_[^/]+|pages\/\d{3})\.html$/.test(file));
  // Pages that work have no script of ours.
  const isOfPages = (script: string) => !isOfFramework(script) && !isThemeScript(script);
  const code = {
    scripts: sources(
      written.filter(isOfPages),
      documents.map(({ scripts }) => scripts.map(({ text }) => text).filter(isOfPages)),
    ),
    dataImages: [...ofBrowser, ...shown.map(({ html }) => html)].some((text) => text.includes('data:image/')),
    documents: Object.fromEntries(
      [...documents]
        .sort((one, other) => one.file.length - other.file.length)
        .slice(0, maxDocuments)
        .map((document) => [hashSource(document.html), permissionsOf(document, () => true)]),
    ),
  };
  return {
    code,
    findings: documents.flatMap((document) => {
      const says = neverPermitted(document);
      return says === undefined ? [] : `- ${document.file} ${says}`;
    }),
  };
}

/** Of each text once: first those of the code, then those of most documents. */
function sources(ofCode: string[], ofDocuments: string[][]): string[] {
  const counts = new Map<string, number>();
  for (const text of ofDocuments.flatMap((texts) => [...new Set(texts)])) counts.set(text, (counts.get(text) ?? 0) + 1);
  const byCount = [...counts].sort(([a, countOfA], [b, countOfB]) => countOfB - countOfA || (a < b ? -1 : 1));
  return [...new Set([...[...new Set(ofCode)].sort(), ...byCount.map(([text]) => text)])].map(hashSource);
}

/** Relative to the build's folder. */
function filesOf(distFolder: string, folder: string, type: string): string[] {
  if (!existsSync(join(distFolder, folder))) return [];
  return readdirSync(join(distFolder, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(type))
    .map((file) => `${folder}/${file}`)
    .sort();
}

function standaloneFolder(distFolder: string): string[] {
  const { relativeAppDir, config } = JSON.parse(
    readFileSync(join(distFolder, 'required-server-files.json'), 'utf8'),
  ) as {
    relativeAppDir: string;
    config: { distDir: string };
  };
  const folder = join(distFolder, 'standalone', relativeAppDir, config.distDir);
  return existsSync(folder) ? [folder] : [];
}
