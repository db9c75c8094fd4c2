import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { builtCodeFile, type BuiltCode } from './built-code';
import { isOfFramework } from './framework-scripts';
import { hashSource } from './hash-source';
import { inlineCode, permissionsOf } from './inline-code';
import { insertedScripts, scriptModules } from './inserted-scripts';

// A server reads the record when it starts. Of larger sites it has the pages with the shortest paths.
const maxDocuments = 500;

/**
 * Has a build of this process record the inline code of its documents when it ends, and fail if no policy can permit what is in
 * one of them. A server cannot find that out later: it writes the pages that it regenerates over those of the build.
 * Does nothing in processes that do not build.
 * @param distDir Next's setting, relative to the application's folder
 */
export function recordBuiltCode(distDir = '.next'): void {
  const distFolder = resolve(distDir);
  // Next has no hook after the prerender but an adapter's, which changes where prerendered pages are kept.
  process.once('exit', (status) => {
    const isBuild = process.env.NEXT_PHASE === 'phase-production-build' && !process.env.IS_NEXT_WORKER;
    if (!isBuild || status !== 0 || !existsSync(join(distFolder, 'BUILD_ID'))) return;
    const { code, findings } = builtCode(distFolder);
    for (const folder of [distFolder, ...standaloneFolder(distFolder)]) {
      writeFileSync(builtCodeFile(folder), JSON.stringify(code));
    }
    if (findings.length === 0) return;
    console.error(`\nThe policy of this site would block parts of these pages:\n${findings.join('\n')}`);
    process.exitCode = 1;
  });
}

/** Reads the documents of a build. `findings` are sentences, each about one document. */
export function builtCode(distFolder: string): { code: BuiltCode; findings: string[] } {
  const documents = documentFiles(distFolder).map((file) => {
    const html = readFileSync(join(distFolder, file), 'utf8');
    return { file, html, ...inlineCode(html) };
  });
  const sources = (texts: string[]) => [...new Set(texts.map(hashSource))].sort();
  const modules = scriptModules(distFolder);
  const scripts = documents.flatMap((document) => document.scripts);
  return {
    code: {
      scripts: sources(scripts.filter((script) => !isOfFramework(script))),
      insertedScripts: sources(documents.flatMap((document) => insertedScripts(document.scripts, modules))),
      insertedStyles: sources(documents.flatMap(({ hoistedStyles }) => hoistedStyles)),
      documents: Object.fromEntries(
        documents
          .toSorted((one, other) => one.file.length - other.file.length)
          .slice(0, maxDocuments)
          .map((document) => [hashSource(document.html), permissionsOf(document, () => true)]),
      ),
    },
    findings: documents
      .filter(({ handlers }) => handlers.length > 0)
      .map(({ file, handlers }) => `- ${file} has ${handlers.join(', ')}: add a listener in a script instead.`),
  };
}

function documentFiles(distFolder: string): string[] {
  return readdirSync(join(distFolder, 'server'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .map((file) => `server/${file}`)
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
