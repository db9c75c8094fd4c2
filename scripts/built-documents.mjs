import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from './command.mjs';
import { inlineHashes } from './inline-hashes.mjs';

/**
 * What the policy has to know of the documents of a build: the hashes of what stands in those that are prerendered, and
 * the paths of the pages that are not.
 * @throws CommandError when the build is not as Next has made it so far: then a page would not run under the policy.
 */
export function builtDocuments(distFolder) {
  const prerendered = Object.keys(readJson(distFolder, 'prerender-manifest.json').routes);
  const pages = Object.entries(readJson(distFolder, 'app-path-routes-manifest.json'))
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
    scripts: distinct(hashes.flatMap(({ scripts }) => scripts)),
    styles: distinct(hashes.flatMap(({ styles }) => styles)),
    renderedPages,
  };
}

function documentFiles(distFolder) {
  return readdirSync(join(distFolder, 'server'), { recursive: true })
    .filter((file) => file.endsWith('.html'))
    .map((file) => `server/${file}`);
}

function hashesOf(distFolder, file) {
  try {
    return inlineHashes(readFileSync(join(distFolder, file), 'utf8'));
  } catch (error) {
    throw unexpected(`${file}: ${error.message}`);
  }
}

function readJson(distFolder, name) {
  if (!existsSync(join(distFolder, name))) throw unexpected(`Next made no ${name}`);
  return JSON.parse(readFileSync(join(distFolder, name), 'utf8'));
}

function unexpected(what) {
  return new CommandError(
    `The build failed, for its documents would not run under their content security policy: ${what}.`,
  );
}

function distinct(values) {
  return [...new Set(values)];
}
