import { posix } from 'node:path';

const serverFolder = process.argv[1] === undefined ? process.cwd() : posix.dirname(toPosix(process.argv[1]));

/** The module of a frame, by which a service groups events, as the SDK's Node client sends it: `next.dist.server:render`. */
export function moduleOfFile(file: string, baseFolder = serverFolder): string {
  const path = toPosix(file);
  const name = posix.basename(path).replace(/\.[cm]?js$/, '');
  const folder = posix.dirname(path);
  const packages = folder.lastIndexOf('/node_modules');
  if (packages >= 0) return `${toDotted(folder.slice(packages + '/node_modules/'.length))}:${name}`;
  const below = folder.startsWith(baseFolder) ? toDotted(folder.slice(baseFolder.length + 1)) : '';
  return below === '' ? name : `${below}:${name}`;
}

function toPosix(path: string): string {
  return path.replace(/^[A-Z]:/, '').replaceAll('\\', '/');
}

const toDotted = (folder: string) => folder.replaceAll('/', '.');
