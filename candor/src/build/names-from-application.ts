import { existsSync } from 'node:fs';
import { dirname, posix } from 'node:path';

const project = 'turbopack:///[project]/';
const fromEdge = '../../';

/**
 * The names of a map's sources, where Turbopack's lead to the files that it has read. Those of the browser count from the root that it
 * has found, in a monorepo some folders above the application: then they count from the application. No file of a build names
 * that root, but the sources are below it. Those of edge code are two folders short.
 * @param build absolute folders, with slashes
 */
export function namesFromApplication(
  names: readonly (string | null)[],
  chunk: string,
  build: { folder: string; project: string },
): (string | null)[] {
  const paths = names.flatMap((name) => (name?.startsWith(project) ? name.slice(project.length) : []));
  const from = posix.relative(rootOf(paths, build.project), build.project);
  const folder = posix.dirname(`${build.folder}/${chunk}`);
  return names.map((name) => {
    if (name?.startsWith(project)) return project + posix.relative(`/${from}`, `/${name.slice(project.length)}`);
    const isShort = name?.startsWith('../') && !isIn(folder, name) && isIn(folder, fromEdge + name);
    return isShort ? fromEdge + name : name;
  });
}

/** The folder below which most of these files are, the innermost of several. */
function rootOf(paths: readonly string[], application: string): string {
  let [root, most] = [application, -1];
  for (let folder = application, above = ''; folder !== above; above = folder, folder = dirname(folder)) {
    const count = paths.filter((path) => isIn(folder, path)).length;
    if (count > most) [root, most] = [folder, count];
  }
  return root;
}

function isIn(folder: string, path: string): boolean {
  return existsSync(posix.join(folder, decode(path)));
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
