import type { ServedBuild } from './served-build.js';

/** The paths of what is no page. A folder without pages is one path, `/images/*`: platforms bound the number of rules. */
export function resourcePaths({ basePath, pages, resources, rendered }: ServedBuild): string[] {
  const withPages = new Set(
    [...pages.flatMap(({ paths }) => paths), ...rendered].map((path) => folderOf(path, basePath)),
  );
  const paths = resources.map((path) => {
    const folder = folderOf(path, basePath);
    return folder === path || withPages.has(folder) ? path : `${folder}/*`;
  });
  return [...new Set(paths)];
}

/** `/images` of `/images/a/b.png`; a file on top is its own. */
function folderOf(path: string, basePath: string): string {
  const [first = ''] = path.slice(basePath.length + 1).split('/', 1);
  return `${basePath}/${first}`;
}
