import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/**
 * A page of a build. `built`: a document of the build, or one that is made again from time to time; `on demand`: made at the first
 * visit, and cached; `rendered`: for each request, the whole or a part of it.
 */
export type BuiltPage = {
  route: string;
  made: 'built' | 'on demand' | 'rendered';
  /** The files with its code, relative to the build's folder. */
  code: Set<string>;
};

type Prerendered = { routes?: Record<string, { srcRoute?: string | null }>; dynamicRoutes?: Record<string, unknown> };

/** The pages of both routers in a build, by Next's manifests. */
export function builtPages(distFolder: string): BuiltPage[] {
  const json = <Content>(file: string, otherwise: Content): Content => {
    const path = join(distFolder, file);
    return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Content) : otherwise;
  };
  const { routes = {}, dynamicRoutes = {} } = json<Prerendered>('prerender-manifest.json', {});
  // With Cache Components a document of the build may end where the request is waited for.
  const isWhole = (route: string) =>
    json<{ postponed?: string }>(`server/app${route === '/' ? '/index' : route}.meta`, {}).postponed === undefined;
  const built = new Set(
    Object.entries(routes).flatMap(([route, { srcRoute }]) => (isWhole(route) ? [route, srcRoute ?? route] : [])),
  );
  const names = json<Record<string, string>>('app-path-routes-manifest.json', {});
  const ofApp = Object.entries(json<Record<string, string>>('server/app-paths-manifest.json', {}))
    .filter(([page]) => page.endsWith('/page'))
    .map(([page, file]) => ({ route: names[page] ?? page, file }));
  const ofPages = Object.entries(json<Record<string, string>>('server/pages-manifest.json', {}))
    .filter(([route]) => !route.startsWith('/api/'))
    .map(([route, file]) => ({ route, file }));
  return [...ofApp, ...ofPages].map(({ route, file }) => ({
    route,
    made: route in dynamicRoutes ? 'on demand' : built.has(route) || file.endsWith('.html') ? 'built' : 'rendered',
    code: codeOf(distFolder, `server/${file}`),
  }));
}

/** The file of a page, and those that it traces to inside the build. */
function codeOf(distFolder: string, file: string): Set<string> {
  const trace = join(distFolder, `${file}.nft.json`);
  const { files = [] } = existsSync(trace) ? (JSON.parse(readFileSync(trace, 'utf8')) as { files?: string[] }) : {};
  const traced = files.map((path) => relative(distFolder, join(distFolder, dirname(file), path)).replaceAll('\\', '/'));
  return new Set([file, ...traced.filter((path) => path.startsWith('server/') && basename(path).endsWith('.js'))]);
}
