/** A place in a stack. `line` and `column` count from 1. */
export type Place = { file: string; line: number; column: number };

// Of names that Next gives: `ssr/[root-of-the-server]__0ifw._.js`, `app/(shop)/@cart/[...slug]/page.js`.
const chunkPath = /^(?:server|static)(?:\/(?!\.{1,2}\/)[^/\\%?#:\0-\x1f\x7f]+)+\.[cm]?js$/;
const maxLength = 1_000;

/**
 * The path of a frame's chunk below the folder of the build: `server/chunks/ssr/_8f1c.js`, `static/chunks/0b2.js`. A sender may
 * invent any frame, so only names that Next gives lead to one.
 * @param file a path, a `file:` URL, the address of a browser's script, or what an event has in their place
 * @param build.folder the folder of the build (`.next`), absolute and with slashes
 * @returns `undefined`: it names no chunk of this build
 */
export function chunkOfFrame(file: string, build: { folder: string }): string | undefined {
  if (file.length > maxLength) return undefined;
  const address = /^(?:https?|app):\/\/[^/]*\/(?:[^?#]*?\/)?_next\/(static\/[^?#]*)/.exec(file)?.[1];
  const renamed = /^app:\/\/\/_next\/(server\/.*)/.exec(file)?.[1]; // By Candor's SDK: server/sdk.ts.
  const path = address ?? renamed ?? belowBuild(file.replaceAll('\\', '/'), build.folder);
  const decoded = path === undefined ? undefined : decodePath(path);
  return decoded !== undefined && chunkPath.test(decoded) ? decoded : undefined;
}

/** Whether the file seems to be a chunk of a build. One of packages is, too: `server/edge/chunks/node_modules_0a1y._.js`. */
export function isOfSomeBuild(file: string): boolean {
  if (file.length > maxLength || /node_modules[\\/]/.test(file)) return false;
  return /[\\/](?:server|_next[\\/]static)[\\/]/.test(file) && /\.[cm]?js(?:$|[?#])/.test(file);
}

function belowBuild(file: string, folder: string): string | undefined {
  const name = folder.slice(folder.lastIndexOf('/') + 1);
  const path = file.replace(/^file:\/\/(?=\/)/, '').replace(/^\/(?=[A-Za-z]:\/)/, '');
  const start = [folder, `./${name}`, name].find((each) => path.startsWith(`${each}/`));
  return start === undefined ? undefined : path.slice(start.length + 1);
}

export function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
