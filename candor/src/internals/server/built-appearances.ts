import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fallbackStyle } from '../../shared/fallback-style.js';
import { routeOfFile } from '../../shared/route-of-file.js';

/** What a root layout gives to each of its documents. A character of a text is a byte of the file. */
export type Appearance = {
  /** Of the pages that it was read from. */
  paths: string[];
  html: ReadonlyMap<string, string>;
  body: ReadonlyMap<string, string>;
  /** Tags of styles and colours that all of these pages have. */
  head: string[];
  /** The application's inline scripts that apply the visitor's theme. */
  themeScripts: string[];
};

// A site may have a page for each of its products: one is read for each route.
const maxPages = 100;

/**
 * Reads the appearances of a build from its prerendered pages, and where a layout has none, its stylesheets. patches.ts does not name
 * this: a build in another form has no appearance, and documents keep Candor's own style.
 * @throws Error when a file of the build cannot be read
 */
export function builtAppearances(dist: string): Appearance[] {
  const found = new Map<string, Appearance>();
  for (const path of prerenderedPaths(dist)) {
    const file = join(dist, 'server/app', `${path === '/' ? '/index' : path}.html`);
    const page = existsSync(file) ? appearanceOf(path, readFileSync(file, 'latin1')) : undefined;
    if (page === undefined) continue;
    const firstStyle = page.head.find((tag) => !tag.startsWith('<meta'));
    const ofLayout = JSON.stringify([[...page.html], [...page.body], firstStyle]);
    const known = found.get(ofLayout);
    known?.paths.push(path);
    if (known) known.head = known.head.filter((tag) => page.head.includes(tag));
    else found.set(ofLayout, page);
  }
  const appearances = [...found.values()];
  return [...appearances, ...withoutPage(dist, appearances)];
}

/** The shortest first, and one for each route. */
function prerenderedPaths(dist: string): string[] {
  const manifest = join(dist, 'prerender-manifest.json');
  if (!existsSync(manifest)) return []; // The development server has none.
  const { routes } = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest;
  const byRoute = new Map(Object.entries(routes).map(([path, { srcRoute }]) => [srcRoute ?? path, path]));
  return shortestFirst(Array.from(byRoute.values(), (path) => [path] as const)).map(([path]) => path);
}

function shortestFirst<Entry extends readonly [path: string, ...rest: unknown[]]>(entries: Entry[]): Entry[] {
  const depth = ([path]: Entry) => (path === '/' ? 0 : path.split('/').length);
  return entries.sort((one, other) => depth(one) - depth(other)).slice(0, maxPages);
}

type Manifest = { routes: Record<string, { srcRoute: string | null }> };

const ofHead =
  /<link\b[^>]*\brel="stylesheet"[^>]*>|<style\b[^>]*>[^]*?<\/style>|<meta\b[^>]*\bname="(?:color-scheme|theme-color)"[^>]*>/g;
const inlineScript = /<script(?![^>]*\bsrc=)[^>]*>([^]*?)<\/script>/g;
const stored = /localStorage|document\.cookie|prefers-color-scheme/;

/** @returns `undefined`: the page is a document of Candor's own, or shows the failure of its layout */
function appearanceOf(path: string, text: string): Appearance | undefined {
  const [start = '', html = '', body = ''] = /^[^]*?<html([^>]*)>[^]*?<body([^>]*)>/.exec(text) ?? [];
  if (start === '' || html.includes('"__next_error__"') || start.includes(fallbackStyle)) return undefined;
  const scripts = Array.from(text.matchAll(inlineScript), ([, program = '']) => program);
  const isOfTheme = (program: string) =>
    program.includes('documentElement') && stored.test(program) && !program.includes('self.__next_');
  const found = {
    paths: [path],
    html: attributesOf(html),
    body: attributesOf(body),
    head: start.match(ofHead) ?? [],
    themeScripts: scripts.filter(isOfTheme),
  };
  // Of Next's own 404 above several root layouts.
  return path === '/_not-found' && found.head.length + found.html.size + found.body.size === 0 ? undefined : found;
}

function attributesOf(tag: string): Map<string, string> {
  const all = Array.from(tag.matchAll(/([^\s=]+)="([^"]*)"/g), ([, name = '', value = '']) => [name, value] as const);
  return new Map(all.filter(([name]) => !/^(?:lang|dir|id|data-dpl-id)$/.test(name)));
}

/** The stylesheets of each root layout of which no page was read. */
function withoutPage(dist: string, known: readonly Appearance[]): Appearance[] {
  const list = join(dist, 'server/app-paths-manifest.json');
  const files = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Record<string, string>) : {};
  const found = new Map<string, Appearance>();
  for (const [page, file] of shortestFirst(Object.entries(files))) {
    const manifest = join(dist, 'server', file.replace(/\.js$/, '_client-reference-manifest.js'));
    const text = page.endsWith('/page') && existsSync(manifest) ? readFileSync(manifest, 'latin1') : '';
    const layouts = text.split('"entryCSSFiles":')[1]?.matchAll(/"([^"]*)\/layout":(\[[^\]]*\])/g) ?? [];
    const [root] = shortestFirst(Array.from(layouts, ([, name = '', styles = '']) => [name, styles] as const));
    const addresses = Array.from(root?.[1].matchAll(/"path":"([^"]+\.css)"/g) ?? [], ([, path = '']) => path);
    const hasAll = ({ head }: Appearance) => addresses.every((address) => head.some((tag) => tag.includes(address)));
    if (addresses.length === 0 || known.some(hasAll)) continue;
    const head = addresses.map(
      (address) => `<link rel="stylesheet" href="${CANDOR_ASSETS}/_next/${address}" data-precedence="next"/>`,
    );
    const paths = [...(found.get(head.join(''))?.paths ?? []), routeOfFile(page)];
    found.set(head.join(''), { paths, html: new Map(), body: new Map(), head, themeScripts: [] });
  }
  return [...found.values()];
}
