import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { read, type Application } from '../application.js';
import { isStaticExport } from '../static-export.js';
import type { PlatformId } from './platforms.js';

/** `foundBy`: a file, relative to the application's folder, or a variable of the environment. */
export type Recognized = { id: PlatformId; foundBy: string; isFile: boolean };

type Environment = Record<string, string | undefined>;

const variables: readonly [name: string, id: PlatformId][] = [
  ['VERCEL', 'vercel'],
  ['NETLIFY', 'netlify'],
  ['K_SERVICE', 'cloud-run'],
  ['KUBERNETES_SERVICE_HOST', 'kubernetes'],
];

const files: readonly [path: string, id: PlatformId][] = [
  ['vercel.json', 'vercel'],
  ['.vercel', 'vercel'],
  ['netlify.toml', 'netlify'],
  ['fly.toml', 'container'],
  ['Dockerfile', 'container'],
];

/** Where a team keeps what it applies to a cluster. */
const manifestFolders = ['.', 'k8s', 'kubernetes', 'deploy', 'manifests', 'k8s/base', 'deploy/k8s'];

/** Where an application runs, as far as its files and this environment tell: each platform once, by what was found first. */
export function recognizePlatforms(application: Application, env: Environment): Recognized[] {
  const folders = foldersUpTo(application.folder);
  const found = [
    ...(isStaticExport(application) ? [file('static-export', application.config?.path ?? '')] : []),
    ...folders.flatMap((folder) => inFolder(application.folder, folder)),
    ...variables.flatMap(([name, id]) => (env[name] ? [{ id, foundBy: name, isFile: false }] : [])),
  ];
  return distinct(found);
}

const file = (id: PlatformId, foundBy: string): Recognized => ({ id, foundBy, isFile: true });

/** The folder, and those around it up to the top of its repository. */
function foldersUpTo(folder: string): string[] {
  const around = [folder];
  for (let at = folder; !existsSync(join(at, '.git')); at = dirname(at)) {
    if (dirname(at) === at) return [folder]; // It is in no repository, so the folders around it are others'.
    around.push(dirname(at));
  }
  return around;
}

function inFolder(application: string, folder: string): Recognized[] {
  const named = (path: string) => relative(application, join(folder, path)).replaceAll('\\', '/');
  return [
    ...files.filter(([path]) => existsSync(join(folder, path))).map(([path, id]) => file(id, named(path))),
    ...manifestsIn(folder).flatMap((path) => {
      const id = platformOfManifest(read(folder, path) ?? '');
      return id === undefined ? [] : [file(id, named(path))];
    }),
  ];
}

function manifestsIn(folder: string): string[] {
  return manifestFolders.flatMap((inner) =>
    filesOf(join(folder, inner))
      .filter((name) => /\.ya?ml$/.test(name) && !name.includes('lock'))
      .map((name) => (inner === '.' ? name : `${inner}/${name}`))
      .sort(),
  );
}

/** None where it is not a folder, or may not be read: a hint must not stop a command. */
function filesOf(folder: string): string[] {
  try {
    const inside = readdirSync(folder, { withFileTypes: true });
    return inside.filter((entry) => entry.isFile()).map(({ name }) => name);
  } catch {
    return [];
  }
}

/** `undefined`: it is not a manifest of a server that runs all the time. */
export function platformOfManifest(text: string): PlatformId | undefined {
  if (/^apiVersion:\s*["']?serving\.knative\.dev\//m.test(text)) return 'cloud-run';
  if (!/^kind:\s*["']?(?:Deployment|StatefulSet)\b/m.test(text)) return undefined;
  return /\b(?:persistentVolumeClaim|volumeClaimTemplates):/.test(text) ? 'kubernetes-with-volumes' : 'kubernetes';
}

/**
 * A more special one says more: an image runs wherever else was found, and what runs in a cluster may be the job that builds.
 */
function distinct(found: Recognized[]): Recognized[] {
  const isCovered = ({ id, isFile }: Recognized) =>
    (id === 'kubernetes' && !isFile && found.some((other) => other.isFile && other.id !== 'container')) ||
    (id === 'container' && found.some((other) => other.id !== 'container'));
  return found.filter((one, index) => !isCovered(one) && found.findIndex(({ id }) => id === one.id) === index);
}
