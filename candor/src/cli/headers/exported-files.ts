import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { filesIn } from '../../internals/build/files-in.js';
import { BuildProblem, type FinishedBuild } from '../../internals/build/finished-build.js';
import { pagesIn } from './pages-in.js';
import type { ServedFiles } from './served-build.js';

/** The folder of `output: 'export'`: nothing in it changes. */
export function exportedFiles(folder: string, exportedTo: string, build: FinishedBuild): ServedFiles {
  const { basePath } = build;
  const out = [exportedTo, join(dirname(folder), basename(exportedTo))].find(existsSync);
  if (out === undefined) throw new BuildProblem(`lacks the folder of its export, ${basename(exportedTo)}`);
  const files = filesIn(out);
  const documents = new Set(files.filter((file) => file.endsWith('.html')));
  const isPayload = (file: string) =>
    /(^|\/)__next\.[^/]*\.txt$/.test(file) || (file.endsWith('.txt') && documents.has(file.replace(/txt$/, 'html')));
  return {
    pages: pagesIn(out, [...documents], basePath).map((page) => ({
      ...page,
      paths: [linkedPath(page.paths[0], build), page.paths[0]],
    })),
    resources: files
      .filter((file) => !/^_(headers|redirects)$/.test(file)) // Netlify reads these, and does not serve them.
      .filter((file) => !documents.has(file) && !file.startsWith('_next/') && !isPayload(file))
      .map((file) => `${basePath}/${file}`),
    rendered: [],
  };
}

function linkedPath(file: string, { basePath, trailingSlash }: FinishedBuild): string {
  if (file === `${basePath}/index.html`) return basePath === '' || trailingSlash ? `${basePath}/` : basePath;
  return file.replace(/\/index\.html$/, '/').replace(/\.html$/, '');
}
