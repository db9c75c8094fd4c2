import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { builtFiles } from '../../internals/build/built-files.js';
import { builtPages } from '../../internals/build/built-pages.js';
import { filesIn } from '../../internals/build/files-in.js';
import type { FinishedBuild } from '../../internals/build/finished-build.js';
import { pagesIn } from './pages-in.js';
import type { ServedBuild, ServedFiles } from './served-build.js';

/** What Next has prerendered, and `public/`. */
export function prerenderedFiles(folder: string, application: string, build: FinishedBuild): ServedFiles {
  const { basePath } = build;
  const files = builtFiles(folder, build);
  const publicFolder = [application, dirname(folder)].map((each) => join(each, 'public')).find(existsSync);
  const ofPublic = publicFolder === undefined ? [] : filesIn(publicFolder);
  const pages = files.flatMap(({ file, path, isDocument, changing }) => {
    if (!isDocument) return [];
    const html = readFileSync(file, 'utf8');
    return withoutLanguage(path, build).map((each) => ({ ...addressOf(each, build), html, changing }));
  });
  return {
    pages: uniquePages([...pages, ...(publicFolder === undefined ? [] : pagesIn(publicFolder, ofPublic, basePath))]),
    resources: [
      ...files.filter(({ isDocument }) => !isDocument).map(({ path }) => basePath + path),
      ...ofPublic.filter((file) => !file.endsWith('.html')).map((file) => `${basePath}/${file}`),
    ],
    rendered: builtPages(folder)
      .filter(({ route }) => !/^\/_(app|document|error|global-error)$/.test(route))
      .filter(({ made, route }) => made === 'rendered' || build.dynamicRoutes.has(route))
      .map(({ route }) => basePath + route),
  };
}

/** Pages of the default language are also at their path without it. */
function withoutLanguage(path: string, { defaultLocale = '' }: FinishedBuild): string[] {
  const isOfDefault = defaultLocale !== '' && `${path}/`.startsWith(`/${defaultLocale}/`);
  return isOfDefault ? [path, path.slice(defaultLocale.length + 1) || '/'] : [path];
}

/** Where a visitor opens a page, and where a server of files may have it. */
function addressOf(
  path: string,
  { basePath, trailingSlash }: FinishedBuild,
): Pick<ServedBuild['pages'][number], 'paths' | 'files'> {
  const bare = basePath + (path === '/' ? '' : path);
  const isError = /^\/(404|500|_not-found)$/.test(path);
  return {
    paths: bare === '' ? ['/'] : !trailingSlash ? [bare] : isError ? [bare, `${bare}/`] : [`${bare}/`],
    files: [
      ...(path === '/' ? [] : [bare, `${bare}.html`]),
      `${bare}/index.html`,
      ...(isError ? [`${path}.html`] : []),
    ],
  };
}

/** The first of each path: one of the application is before one of `public/`. */
function uniquePages(pages: ServedBuild['pages']): ServedBuild['pages'] {
  return [...new Map([...pages].reverse().map((page) => [page.paths[0], page])).values()].reverse();
}
