import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../../shared/is-record.js';

/** A header rule of the application's own `headers()`. */
export type HeaderRule = { path: RegExp; isConditional: boolean; headers: { key: string; value: string }[] };

/** What Next has written down of a finished build. */
export type FinishedBuild = {
  basePath: string;
  trailingSlash: boolean;
  /** Of the Pages Router, whose paths begin with a language. */
  defaultLocale: string | undefined;
  /** The folder of `output: 'export'`, as it was named on the machine of the build. */
  exportedTo: string | undefined;
  /** A constant that the build has put into the code of the server. */
  constant: (name: string) => string | undefined;
  /** How often a prerendered path is made again, in seconds; `undefined`: it stays. */
  revalidated: Map<string, number>;
  /** Paths of all that is prerendered of the App Router and by `getStaticProps`. */
  prerendered: string[];
  /** Routes of which more pages are made at a visit. */
  dynamicRoutes: Set<string>;
  /** Whether pages load data from `/_next/data/`. */
  hasData: boolean;
  headerRules: HeaderRule[];
};

/** A build that is not finished, or whose files are not as Next writes them. The message is the end of a sentence about it. */
export class BuildProblem extends Error {
  override name = 'BuildProblem';
}

// The versions of these files in all tested versions of Next.
const versions = { 'prerender-manifest.json': 4, 'routes-manifest.json': 3, 'required-server-files.json': 1 };

/** Reads the manifests of a build. @throws BuildProblem */
export function readFinishedBuild(distFolder: string): FinishedBuild {
  const { config } = manifest(distFolder, 'required-server-files.json');
  const { routes, dynamicRoutes } = manifest(distFolder, 'prerender-manifest.json');
  const { headers } = manifest(distFolder, 'routes-manifest.json');
  if (!isRecord(config) || !isRecord(routes) || !isRecord(dynamicRoutes) || !Array.isArray(headers))
    throw new BuildProblem('lacks parts of its manifests');
  const { basePath, trailingSlash, i18n, output, compiler } = config;
  const constants = isRecord(compiler) && isRecord(compiler.defineServer) ? compiler.defineServer : {};
  return {
    basePath: textOr(basePath) ?? '',
    trailingSlash: trailingSlash === true,
    defaultLocale: isRecord(i18n) ? textOr(i18n.defaultLocale) : undefined,
    exportedTo: output === 'export' ? exportFolder(distFolder) : undefined,
    constant: (name) => textOr(constants[name]),
    revalidated: new Map(
      Object.entries(routes).flatMap(([path, route]) => {
        const seconds = isRecord(route) ? route.initialRevalidateSeconds : undefined;
        return typeof seconds === 'number' ? [[path, seconds] as const] : [];
      }),
    ),
    // With Cache Components a path may have nothing but what is made for a request.
    prerendered: Object.keys(routes).filter((path) => !isRecord(routes[path]) || routes[path].response !== 'empty'),
    dynamicRoutes: new Set(Object.keys(dynamicRoutes).filter((route) => !isComplete(dynamicRoutes[route]))),
    hasData: JSON.stringify([routes, dynamicRoutes]).includes('"dataRoute":"/_next/data/'),
    headerRules: headers.filter(isRecord).map(headerRule),
  };
}

function manifest(distFolder: string, file: keyof typeof versions): Record<string, unknown> {
  const content = readJson(distFolder, file);
  if (content.version !== versions[file])
    throw new BuildProblem(`has a ${file} of a version of Next that this command does not know`);
  return content;
}

/** @throws BuildProblem */
export function readJson(distFolder: string, file: string): Record<string, unknown> {
  if (!existsSync(join(distFolder, file))) throw new BuildProblem(`is damaged: it lacks ${file}`);
  try {
    const content: unknown = JSON.parse(readFileSync(join(distFolder, file), 'utf8'));
    if (isRecord(content)) return content;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new BuildProblem(`is damaged: ${file} is not JSON`);
}

function exportFolder(distFolder: string): string {
  const { outDirectory, success } = readJson(distFolder, 'export-detail.json');
  if (typeof outDirectory !== 'string' || success !== true) throw new BuildProblem('was not exported to its end');
  return outDirectory;
}

function headerRule({ regex, has, missing, headers }: Record<string, unknown>): HeaderRule {
  const named = Array.isArray(headers) ? headers.filter(isRecord) : [];
  return {
    path: new RegExp(String(regex)),
    isConditional: has !== undefined || missing !== undefined,
    headers: named.map(({ key, value }) => ({ key: String(key), value: String(value) })),
  };
}

/** Any other path of it is a 404. */
const isComplete = (route: unknown) => isRecord(route) && route.fallback === false;

const textOr = (value: unknown) => (typeof value === 'string' ? value : undefined);
