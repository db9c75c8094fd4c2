import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../shared/is-record.js';
import { messageOf } from '../shared/error-parts.js';

/** Paths are relative to the folder, with slashes. */
export type Application = {
  folder: string;
  /** Ranges of the packages that `package.json` lists. */
  packages: Record<string, string>;
  config: { path: string; text: string } | undefined;
  /** `src/`, or an empty text. */
  sources: string;
  /** The folders below `app/` with a root layout: an empty text for `app/layout`, or `[locale]/` and the like. */
  rootLayouts: string[];
  hasPages: boolean;
  isTypeScript: boolean;
  /** Whether a file `.js` is an ES module. */
  isModule: boolean;
  /** Code of the team's, whose quotes and semicolons ours gets. */
  sample: string;
};

/** In the order in which they are looked for. */
const extensions = ['ts', 'tsx', 'mts', 'js', 'jsx', 'mjs', 'cjs'];

/** Reads an application, and runs none of its code. @throws CommandError */
export function readApplication(folder: string): Application {
  const manifest = readManifest(folder);
  const sources = sourcesOf(folder);
  if (sources === undefined) throw notAnApplication(folder, 'folder app/ or src/app/');
  const rootLayouts = findRootLayouts(folder, `${sources}app/`);
  const config = readConfig(folder);
  const layout = readCode(folder, `${sources}app/${rootLayouts[0] ?? ''}layout`);
  const pages = join(folder, sources, 'pages');
  return {
    folder,
    packages: { ...packagesIn(manifest.devDependencies), ...packagesIn(manifest.dependencies) },
    config,
    sources,
    rootLayouts,
    hasPages: isFolder(pages) && readdirSync(pages).some((name) => name !== 'api'),
    isTypeScript: existsSync(join(folder, 'tsconfig.json')),
    isModule: manifest.type === 'module',
    sample: [config, layout].map((file) => file?.text ?? '').join('\n'),
  };
}

/** `undefined`: there is no `app/`. */
function sourcesOf(folder: string): string | undefined {
  return ['', 'src/'].find((inner) => isFolder(join(folder, inner, 'app')));
}

/** What `next.config` gives a setting, if that is a text which is written there. */
export function settingOf({ config }: Pick<Application, 'config'>, name: string): string | undefined {
  return new RegExp(`\\b${name}:\\s*(['"\`])([^'"\`$]+)\\1`).exec(config?.text ?? '')?.[2];
}

export const readConfig = (folder: string) => readCode(folder, 'next.config');

/** The first of these files that there is. */
export function readCode(folder: string, ...names: string[]): Application['config'] {
  const path = findFile(folder, ...names);
  return path === undefined ? undefined : { path, text: read(folder, path) ?? '' };
}

export const findFile = (folder: string, ...names: string[]): string | undefined => findFiles(folder, ...names)[0];

/** In the order of their names. Of those of one name, Next reads one. */
export function findFiles(folder: string, ...names: string[]): string[] {
  const paths = names.flatMap((name) => extensions.map((extension) => `${name}.${extension}`));
  return paths.filter((path) => existsSync(join(folder, path)));
}

const maxBytes = 2_000_000;

/** @throws CommandError where it is a folder or a pipe, or too large */
export function read(folder: string, path: string): string | undefined {
  const file = join(folder, path);
  const stat = existsSync(file) ? statSync(file) : undefined;
  if (stat === undefined) return undefined;
  if (stat.isDirectory())
    throw new CommandError(`${path} is a folder. Rename it first: a file of this name is needed.`);
  if (!stat.isFile() || stat.size > maxBytes)
    throw new CommandError(`${path} is not a regular file of at most ${maxBytes / 1e6} MB.`);
  return readFileSync(file, 'utf8');
}

function readManifest(folder: string): Record<string, unknown> {
  const text = read(folder, 'package.json');
  if (text === undefined) throw notAnApplication(folder, 'package.json');
  try {
    const manifest: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (isRecord(manifest)) return manifest;
  } catch (error) {
    throw new CommandError(`package.json is not JSON: ${messageOf(error)}`);
  }
  throw new CommandError('package.json is not an object.');
}

function packagesIn(list: unknown): Record<string, string> {
  const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';
  return Object.fromEntries(Object.entries(isRecord(list) ? list : {}).filter(isText));
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** A document begins at a layout above all others. Private folders and slots have none. */
function findRootLayouts(folder: string, app: string, below = ''): string[] {
  if (findFile(folder, `${app}${below}layout`)) return [below];
  const inside = readdirSync(join(folder, app, below), { withFileTypes: true });
  return inside
    .filter((entry) => entry.isDirectory() && !/^[_@.]/.test(entry.name))
    .flatMap((entry) => findRootLayouts(folder, app, `${below}${entry.name}/`))
    .sort();
}

/** Its message says what to do, so it is printed without a stack. */
export class CommandError extends Error {
  override name = 'CommandError';
}

const notAnApplication = (folder: string, missing: string) =>
  new CommandError(
    `There is no application of Next’s App Router in ${folder}: no ${missing}. If the application is in another folder, such as apps/web, name that folder after the command.`,
  );
