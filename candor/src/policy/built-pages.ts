import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { filesIn } from '../internals/build/files-in.js';
import { isRecord } from '../shared/is-record.js';
import type { BuiltPolicy } from './settings.js';

/** `changes`: why it is not sent as it was built. */
export type BuiltPage = { path: string; html: string; changes?: string | undefined };

export type FinishedBuild = {
  policy: BuiltPolicy | undefined;
  pages: BuiltPage[];
  /** The application's own `headers()` without conditions. */
  headerRules: { path: RegExp; headers: readonly (readonly [name: string, value: string])[] }[];
};

type Manifest = Record<string, unknown>;

/** Reads what a build has prerendered or exported. @throws Error whose message is the end of a sentence about the build */
export function readFinishedBuild(distFolder: string): FinishedBuild {
  const { config } = readManifest(distFolder, 'required-server-files.json');
  const { headers } = readManifest(distFolder, 'routes-manifest.json');
  const { basePath = '', trailingSlash, output, compiler } = recordOf(config) as Manifest & { basePath?: string };
  const constant = recordOf(recordOf(compiler).defineServer).CANDOR_POLICY;
  const addressOf = (path: string) => {
    const address = basePath + (path === '/' ? '' : path);
    return address === '' || trailingSlash === true ? `${address}/` : address;
  };
  const pages = output === 'export' ? exportedPages(distFolder) : prerenderedPages(distFolder);
  return {
    policy: typeof constant === 'string' && constant !== '' ? (JSON.parse(constant) as BuiltPolicy) : undefined,
    pages: pages.map((page) => ({ ...page, path: addressOf(page.path) })),
    headerRules: (Array.isArray(headers) ? headers.map(recordOf) : [])
      .filter(({ has, missing }) => has === undefined && missing === undefined)
      .map((rule) => ({ path: new RegExp(String(rule.regex)), headers: pairsOf(rule.headers) })),
  };
}

function prerenderedPages(distFolder: string): BuiltPage[] {
  const manifest = readManifest(distFolder, 'prerender-manifest.json');
  const routes = new Map(Object.entries(recordOf(manifest.routes)));
  const dynamic = recordOf(manifest.dynamicRoutes);
  const secondsOf = (path: string) => recordOf(routes.get(path)).initialRevalidateSeconds;
  const changesOf = (path: string, meta: string): string | undefined => {
    const isPartial = existsSync(meta) && recordOf(JSON.parse(readFileSync(meta, 'utf8'))).postponed !== undefined;
    if (isPartial) return 'is rendered in part for each request, and needs the nonce of that';
    if (Object.hasOwn(dynamic, path)) return 'is shown at addresses that the build does not know';
    const each = secondsOf(path);
    if (typeof each !== 'number') return undefined;
    return `is regenerated every ${each} s, with scripts that the build does not know`;
  };
  return ['server/app', 'server/pages'].flatMap((folder) =>
    documentsIn(join(distFolder, folder)).map(({ file, path, html }) => ({
      path,
      html,
      changes: changesOf(path, file.replace(/html$/, 'meta')),
    })),
  );
}

function exportedPages(distFolder: string): BuiltPage[] {
  const { outDirectory } = readManifest(distFolder, 'export-detail.json');
  const named = String(outDirectory); // On the machine of the build.
  const out = [named, join(dirname(distFolder), basename(named))].find(existsSync);
  if (out === undefined) throw new Error(`lacks the folder of its export, ${basename(named)}`);
  return documentsIn(out);
}

function documentsIn(folder: string) {
  return filesIn(folder)
    .filter((name) => name.endsWith('.html'))
    .map((name) => {
      const file = join(folder, name);
      const path = `/${name.replace(/(^|\/)index\.html$/, '').replace(/\.html$/, '')}`;
      return { file, path, html: readFileSync(file, 'utf8') };
    });
}

function readManifest(distFolder: string, file: string): Manifest {
  try {
    return recordOf(JSON.parse(readFileSync(join(distFolder, file), 'utf8')));
  } catch (error) {
    throw new Error(`is damaged: ${file} cannot be read`, { cause: error });
  }
}

const recordOf = (value: unknown): Manifest => (isRecord(value) ? value : {});

function pairsOf(headers: unknown): [string, string][] {
  const listed: unknown[] = Array.isArray(headers) ? headers : [];
  return listed.map(recordOf).map(({ key, value }) => [String(key), String(value)]);
}
