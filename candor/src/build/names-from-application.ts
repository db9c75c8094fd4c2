import { existsSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';

const project = 'turbopack:///[project]/';

/**
 * The names of a map's sources, where those of Turbopack's project count from the application. In a map of the browser they count
 * from the root that Turbopack has found, in a monorepo some folders above. No file of a build names that root, but the sources
 * are below it.
 * @param application its folder
 */
export function namesFromApplication(names: readonly (string | null)[], application: string): (string | null)[] {
  const paths = names.flatMap((name) => (name?.startsWith(project) ? name.slice(project.length) : []));
  const from = relative(rootOf(paths, application), application).replaceAll('\\', '/');
  if (from === '') return [...names];
  const fromApplication = (path: string) => project + posix.relative(`/${from}`, `/${path}`);
  return names.map((name) => (name?.startsWith(project) ? fromApplication(name.slice(project.length)) : name));
}

/** The folder below which most of these files are, the innermost of several. */
function rootOf(paths: readonly string[], application: string): string {
  const files = paths.map(decode);
  let [root, most] = [application, -1];
  for (let folder = application, above = ''; folder !== above; above = folder, folder = dirname(folder)) {
    const count = files.filter((file) => existsSync(join(folder, file))).length;
    if (count > most) [root, most] = [folder, count];
  }
  return root;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
