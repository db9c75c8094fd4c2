import { expect, test } from 'vitest';
import { builtAppearances } from '../../../../candor/src/internals/server/built-appearances';
import { readAppearances } from '../../../../candor/src/responses/in-appearance';
import { fallbackStyle } from '../../../../candor/src/shared/fallback-style';
import { eachInFolder } from '../../../support/each-in-folder';
import { recordLog } from '../../delivery/set-up-delivery';

const { folder, write } = eachInFolder();
const link = (name: string) =>
  `<link rel="stylesheet" href="/_next/static/chunks/${name}.css" data-precedence="next"/>`;
const scheme = '<meta name="color-scheme" content="light dark"/>';
const sets = `document.documentElement.className=localStorage.getItem('theme')`;

const others = `self.__next_f.push([1,"${sets}"])</script><script>document.documentElement.id="a"`;
const scripts = `<script>${sets}</script><script>${others}</script><script src="/a.js">${sets}</script>`;

function build(pages: Record<string, string>, routes: Record<string, string> = {}) {
  const paths = [...Object.keys(pages), '/favicon.ico'].map((path) => [path, { srcRoute: routes[path] ?? path }]);
  write({ 'prerender-manifest.json': JSON.stringify({ routes: Object.fromEntries(paths) as object }) });
  for (const [path, text] of Object.entries(pages))
    write({ [`server/app${path === '/' ? '/index' : path}.html`]: text });
}

const plain = { html: new Map(), body: new Map(), themeScripts: [] };

const page = ({ html = '', head = '', body = '', rest = '' }) =>
  `<!DOCTYPE html><html lang="de" dir="ltr"${html}><head><meta charSet="utf-8"/>${head}<link rel="preload" as="style" href="/x.css"/></head><body lang="de"${body}>${rest}<script src="/a.js" async=""></script></body></html>`;

test('a layout gives its documents the attributes of its pages, the script of its theme, and the styles that all of them have', () => {
  const html = ' class="font dark" data-theme="dark"';
  const style = '<style data-href="a" data-precedence="next">a{b:c}</style>';
  build({
    '/shop/cart': page({ html, head: link('layout') + link('cart') + scheme + style, body: ' class="bg"' }),
    '/': page({ html, head: link('layout') + scheme + style, body: ' class="bg"' }),
    '/other': page({ head: link('other'), rest: scripts }),
  });
  const ofHtml = new Map(Object.entries({ class: 'font dark', 'data-theme': 'dark' }));
  const attributes = { html: ofHtml, body: new Map([['class', 'bg']]) };
  expect(builtAppearances(folder())).toEqual([
    { ...plain, ...attributes, paths: ['/', '/shop/cart'], head: [link('layout'), scheme, style] },
    { ...plain, paths: ['/other'], head: [link('other')], themeScripts: [sets] },
  ]);
});

test('one page of each route is read, and no document of Candor’s or of Next’s own', () => {
  const pages = {
    '/_not-found': page({}),
    '/_global-error': page({ html: ' id="__next_error__"', head: '<style>own</style>' }),
    ...{ '/a/1': page({ head: link('a') }), '/a/2': page({ head: link('b') }) },
    '/candor': page({ head: `<style>${fallbackStyle}</style>${link('c')}` }),
  };
  build(pages, { '/a/1': '/a/[id]', '/a/2': '/a/[id]' });
  expect(builtAppearances(folder())).toMatchObject([{ paths: ['/a/2'], head: [link('b')] }]);
});

test('of a layout without a prerendered page there are the stylesheets', () => {
  const manifest = (styles: object) => `globalThis.x={"entryCSSFiles":${JSON.stringify(styles)},"entryJSFiles":{}};`;
  const css = (name: string) => [{ path: `static/chunks/${name}.css`, inlined: false }];
  const inside = { '[project]/app/(a)/b/layout': css('nested'), '[project]/app/(a)/b/page': css('page') };
  const styles = { '[project]/app/(a)/layout': css('root'), ...inside };
  build({ '/': page({ head: link('home') }) });
  const paths = ['/page', '/(a)/b/page', '/(a)/b/c/page', '/x/route'].map((path) => [path, `app${path}.js`]);
  write({
    'server/app-paths-manifest.json': JSON.stringify(Object.fromEntries(paths)),
    'server/app/page_client-reference-manifest.js': manifest({ '[project]/app/layout': css('home') }),
    'server/app/(a)/b/page_client-reference-manifest.js': manifest(styles),
    'server/app/(a)/b/c/page_client-reference-manifest.js': manifest(styles),
  });
  const [, partial, ...others] = builtAppearances(folder());
  expect(partial).toEqual({ ...plain, paths: ['/b', '/b/c'], head: [link('root')] });
  expect(others).toEqual([]);
});

test('a build whose pages cannot be read is named once, and one that has none is not', () => {
  const { log, lines } = recordLog();
  expect(readAppearances(log, folder())).toEqual([]);
  expect(lines).toEqual([]);
  write({ 'prerender-manifest.json': '{' });
  expect(readAppearances(log, folder())).toEqual([]);
  expect(lines).toMatchObject([{ level: 'warn', msg: 'the application’s styles cannot be read' }]);
});
