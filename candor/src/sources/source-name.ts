import { posix } from 'node:path';
import { decode } from './chunk-of-frame.js';
import { MapProblem } from './map-problem.js';

/** What a source is called, and whether it is the team's. */
type SourceName = { file: string; inApp: boolean };

// `turbopack:///[project]/app/page.tsx`, `webpack://_N_E/./app/page.tsx?1b2c`, `webpack-internal:///(rsc)/./app/page.tsx`
const bundlers = /^(?:turbopack:\/\/\/\[project\]\/|webpack:\/\/[^/]*\/|webpack-internal:\/\/\/(?:\([\w-]+\)\/)?)/;
// What the bundlers add: `turbopack:///[turbopack]/browser/runtime.ts`, `webpack/bootstrap`, `[externals]/fs`.
const ofBundler = /^(?:turbopack:\/\/\/|\.\/)?(?:\[[\w-]+\]\/|webpack\/|external |node:)/;

/**
 * The name of a source as a map has it: relative to the project, and of packages `node_modules/pkg/…`. It is for people and for
 * grouping: no file is ever read by it.
 * @param chunk as `chunkOfFrame` gives it: a relative name counts from its folder
 * @param build the folder of the build and that of the project, absolute and with slashes
 * @throws MapProblem where the name is absolute and not of this project
 */
export function sourceName(source: string, chunk: string, build: { folder: string; project: string }): SourceName {
  const slashed = source.replaceAll('\\', '/');
  const plain = clean(decode(slashed) ?? slashed);
  const known = plain.replace(/^file:\/\/(?:\/(?=[A-Za-z]:))?(?=\/|[A-Za-z]:)/, '').replace(bundlers, './');
  const packages = known.lastIndexOf('node_modules/');
  if (packages >= 0 && !known.slice(packages).includes('/../')) return { file: known.slice(packages), inApp: false };
  if (ofBundler.test(known)) return { file: known.replace(/^(?:turbopack:\/\/\/|\.\/)/, ''), inApp: false };
  const isOfBundler = known !== plain && known.startsWith('./');
  const file = isAbsolute(known)
    ? belowProject(posix.normalize(known), build.project)
    : posix.relative(
        build.project,
        posix.join(
          isOfBundler ? build.project : posix.dirname(`${build.folder}/${chunk}`),
          known.replace(/\?\w*$/, ''),
        ),
      );
  if (known === '' || file === '') throw new MapProblem('source outside the project');
  return { file, inApp: !file.startsWith('.next-internal/') };
}

const isAbsolute = (path: string) => /^(?:[a-z][\w+.-]*:|\/)/i.test(path);

const belowProject = (path: string, project: string) =>
  path.startsWith(`${project}/`) ? path.slice(project.length + 1) : '';

/** Names come from a file: none of them can break a line, move a cursor or hide what follows it. */
export function clean(name: string): string {
  return name.slice(0, 300).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ');
}
