import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../../shared/is-record.js';
import { filesIn } from './files-in.js';
import { BuildProblem, readJson, type FinishedBuild } from './finished-build.js';

/** Why a document cannot have a policy of its own beforehand. */
export type Changing = { kind: 'revalidated'; seconds: number } | { kind: 'partial' } | { kind: 'fallback' };

/** A file that is sent as it was built. */
export type BuiltFile = {
  file: string;
  /** Its path in the application, without `basePath`, as the file system has it: `/items/[id]`, `/` or `/about`. */
  path: string;
  isDocument: boolean;
  changing: Changing | undefined;
};

const folders = ['server/app', 'server/pages'];

/** What a build has prerendered, of both routers. @throws BuildProblem where a file is gone */
export function builtFiles(distFolder: string, build: FinishedBuild): BuiltFile[] {
  const found = folders.flatMap((folder) =>
    filesIn(join(distFolder, folder))
      .filter((file) => /\.(html|body)$/.test(file))
      .map((file) => ({ folder, file })),
  );
  const files = found.map(({ folder, file }): BuiltFile => {
    const path = pathOf(file.replace(/\.(html|body)$/, ''));
    return {
      file: join(distFolder, folder, file),
      path,
      isDocument: file.endsWith('.html') || isHtml(distFolder, `${folder}/${file.replace(/\.\w+$/, '.meta')}`),
      changing: changing(build, path, distFolder, `${folder}/${file.replace(/\.\w+$/, '.meta')}`),
    };
  });
  const paths = new Set(files.map(({ path }) => path));
  const gone = build.prerendered.find((path) => !paths.has(path));
  if (gone !== undefined) throw new BuildProblem(`is damaged: it lacks the file of ${gone}`);
  return files;
}

const pathOf = (name: string) => (name === 'index' ? '/' : `/${name.replace(/^index(?=\/index)/, '')}`);

function changing(build: FinishedBuild, path: string, distFolder: string, meta: string): Changing | undefined {
  if (build.dynamicRoutes.has(path)) return { kind: isPostponed(distFolder, meta) ? 'partial' : 'fallback' };
  if (isPostponed(distFolder, meta)) return { kind: 'partial' };
  const seconds = build.revalidated.get(path);
  return seconds === undefined ? undefined : { kind: 'revalidated', seconds };
}

/** With Cache Components a document of the build may end where the request is waited for. */
function isPostponed(distFolder: string, meta: string): boolean {
  return existsSync(join(distFolder, meta)) && readJson(distFolder, meta).postponed !== undefined;
}

/** Whether a route handler has made a document. */
function isHtml(distFolder: string, meta: string): boolean {
  const { headers } = existsSync(join(distFolder, meta)) ? readJson(distFolder, meta) : {};
  return isRecord(headers) && /^text\/html\b/i.test(String(headers['content-type']));
}
