import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Documents } from '../../candor/policy/security-headers';
import { CommandError } from '../run/cli';
import { inlineHashes, type InlineHashes } from './inline-hashes';

/**
 * The hashes of the prerendered documents of a build, and the paths of the pages that are not prerendered.
 * @param basePath Next's setting: the paths begin with it
 * @throws CommandError when the build is unlike those that Next has made so far: the policy would block one of its pages.
 */
export function builtDocuments(distFolder: string, basePath = ''): Documents {
  const { routes } = readJson<{ routes: object }>(distFolder, 'prerender-manifest.json');
  const prerendered = Object.keys(routes);
  const pages = Object.entries(readJson<Record<string, string>>(distFolder, 'app-path-routes-manifest.json'))
    .filter(([file, path]) => file.endsWith('/page') && path !== '/_global-error')
    .map(([, path]) => path);
  const renderedPages = pages.filter((path) => !prerendered.includes(path));
  const withParameter = renderedPages.find((path) => path.includes('['));
  if (withParameter)
    throw unexpected(`the policy knows pages by their whole path, and ${withParameter} has a parameter`);

  const hashes = documentFiles(distFolder).map((file) => ({ file, ...hashesOf(distFolder, file) }));
  for (const path of prerendered) {
    const file = `server/app${path === '/' ? '/index' : path}.html`;
    const found = hashes.find((document) => document.file === file);
    if (!found?.scripts.length) throw unexpected(`no document with a script in it was built for ${path} (${file})`);
  }
  return {
    pages: sourcesOf(hashes.filter(({ file }) => !isOfFailure(file))),
    failed: sourcesOf(hashes),
    renderedPages: renderedPages.map((path) => (path === '/' && basePath) || basePath + path),
  };
}

function isOfFailure(file: string): boolean {
  return /\/(_not-found|404|500)\.html$/.test(file);
}

function sourcesOf(documents: InlineHashes[]): InlineHashes {
  return {
    scripts: [...new Set(documents.flatMap(({ scripts }) => scripts))],
    styles: [...new Set(documents.flatMap(({ styles }) => styles))],
  };
}

function documentFiles(distFolder: string): string[] {
  return readdirSync(join(distFolder, 'server'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .map((file) => `server/${file}`);
}

function hashesOf(distFolder: string, file: string): InlineHashes {
  try {
    return inlineHashes(readFileSync(join(distFolder, file), 'utf8'));
  } catch (error) {
    throw unexpected(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readJson<Contents>(distFolder: string, name: string): Contents {
  if (!existsSync(join(distFolder, name))) throw unexpected(`Next made no ${name}`);
  return JSON.parse(readFileSync(join(distFolder, name), 'utf8')) as Contents;
}

function unexpected(problem: string): CommandError {
  return new CommandError(
    `The build failed, for its documents would not run under their content security policy: ${problem}.`,
  );
}
