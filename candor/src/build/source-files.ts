import { existsSync, statSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { decodePath } from '../sources/chunk-of-frame.js';

/** Folders, absolute and with slashes. */
type Build = { folder: string; project: string };

/** `file` is relative to the application, or `node_modules/pkg/…`. `inApp`: it is the team's. */
export type SourceFile = { file: string; inApp: boolean };

const ofTurbopack = 'turbopack:///[project]/';
const ofBundler = /^(?:turbopack:\/\/\/|webpack:\/\/[^/]*\/)/;

/**
 * The files that a map's source names lead to. Bundlers make names up, so a source without a file is not the team's; packages have maps
 * with names relative to their own folders.
 * @param names of all sections of the map, with their roots
 * @param chunk as a path below the folder of the build
 */
export function sourceFiles(names: readonly (string | null)[], chunk: string, build: Build): (SourceFile | null)[] {
  const slashed = names.map((name) => name && name.replaceAll('\\', '/'));
  const plain = slashed.map((name) => name && (decodePath(name) ?? name));
  const counted = plain.flatMap((name) => (name?.startsWith(ofTurbopack) ? name.slice(ofTurbopack.length) : []));
  const root = rootOf(counted, build.project);
  return plain.map((name) => {
    if (name === null) return null;
    const packages = name.lastIndexOf('node_modules/');
    if (packages >= 0) return { file: name.slice(packages), inApp: false };
    const paths = pathsOf(name, posix.dirname(`${build.folder}/${chunk}`), root, build.project);
    const path = paths.find(isFile);
    return { file: posix.relative(build.project, path ?? paths[0]!), inApp: path !== undefined };
  });
}

function pathsOf(name: string, folder: string, root: string, project: string): string[] {
  if (name.startsWith(ofTurbopack)) return [posix.join(root, name.slice(ofTurbopack.length))];
  if (ofBundler.test(name)) return [posix.join(project, name.replace(ofBundler, '').replace(/\?\w*$/, ''))];
  const absolute = name.replace(/^file:\/\/(?:\/(?=[A-Za-z]:))?/, '');
  if (/^(?:[A-Za-z]:)?\//.test(absolute)) return [posix.normalize(absolute)];
  return [posix.join(folder, name), posix.join(folder, '../..', name)]; // Turbopack's of edge code are two folders short.
}

/** The folder from which Turbopack counts names in a monorepo, which no file of a build names: most sources are below it. */
function rootOf(paths: readonly string[], application: string): string {
  let [root, most] = [application, -1];
  for (let folder = application, above = ''; folder !== above; above = folder, folder = dirname(folder)) {
    const count = paths.filter((path) => isFile(posix.join(folder, path))).length;
    if (count > most) [root, most] = [folder, count];
  }
  return root;
}

// A bundler also names what would be below a file.
const isFile = (path: string) => existsSync(path) && statSync(path).isFile();
