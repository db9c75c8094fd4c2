import { beforeEach, expect, test } from 'vitest';
import { readApplication } from '../../../../candor/src/cli/application';
import { lookAtBuild } from '../../../../candor/src/cli/doctor/look-at-build';
import { adopted, bare } from '../../../support/adopter';
import { eachInFolder } from '../../../support/each-in-folder';

const { folder, write } = eachInFolder();
const look = () => lookAtBuild(readApplication(folder()));

/** A build in `.next` with these files, of an application without Candor. */
function built(files: Record<string, string>, distDir = '.next') {
  write({ [`${distDir}/BUILD_ID`]: 'a' });
  write(Object.fromEntries(Object.entries(files).map(([path, text]) => [`${distDir}/${path}`, text])));
}

const page = '<!doctype html><script src="/_next/static/a.js"></script><script>theme()</script><img src="/a.png">';
beforeEach(() => write(bare));

test('without a build it says to build first', () => {
  expect(look()).toEqual({
    findings: [],
    notes: [expect.stringContaining('There is no build in .next. Build it first')],
  });
});

test('there is nothing to say of a page with files and inline scripts of its own, but what a build does not tell', () => {
  built({ 'server/app/index.html': page });
  expect(look()).toEqual({ findings: [], notes: [expect.stringContaining('A build does not tell')] });
});

test('it reads the folder that the configuration names', () => {
  write({ 'next.config.ts': `export default { distDir: 'out/build' };\n` });
  built({ 'server/app/index.html': '<p onclick="a()">' }, 'out/build');
  expect(look().findings).toEqual([
    {
      about: 'policy',
      path: 'out/build/server/app/index.html',
      says: 'It has onclick: add a listener in a script instead. A build with Candor fails.',
    },
  ]);
});

test('files of the build need no line where an assetPrefix has them on another host, which withCandor permits itself', () => {
  built({ 'server/app/index.html': '<script src="https://cdn.example.org/site/_next/static/chunks/a.js"></script>' });
  expect(look().findings).toEqual([]);
});

test.each([
  ['<script src="https://cdn.example.org/a.js"></script>', 'script-src'],
  ['<link rel="stylesheet" href="https://cdn.example.org/a.css">', 'style-src-elem'],
  ['<link rel="preload" as="font" href="https://cdn.example.org/a.woff2">', 'font-src'],
  ['<img src="//cdn.example.org/a.png">', 'img-src'],
  ['<iframe src="https://cdn.example.org/"></iframe>', 'frame-src'],
  ['<video src="https://cdn.example.org/a.mp4"></video>', 'media-src'],
  ['<form action="https://cdn.example.org/"></form>', 'form-action'],
])('of %s it gives the line that permits it, unless the configuration names the host', (html, directive) => {
  built({ 'server/app/index.html': html, 'server/app/a.html': html, 'server/app/b.html': page });
  expect(look().findings).toEqual([
    {
      about: 'policy',
      path: '.next/server/app/a.html',
      says: expect.stringMatching(
        /^This page, and another page would not get what it has from https?:\/\/cdn\.example\.org\./,
      ) as string,
      write: expect.stringMatching(`^sources: { '${directive}': \\['https?://cdn.example.org'\\] }$`) as string,
    },
  ]);
  write({
    'next.config.ts': `export default withCandor({}, { sources: { '${directive}': ['https://cdn.example.org'] } });\n`,
  });
  expect(look().findings).toEqual([]);
});

test('a link with code as its address is named, and one that leads to another site is not', () => {
  built({
    'server/app/index.html': '<a href="javascript:a()">',
    'server/app/a.html': '<a href="https://example.org">',
  });
  expect(look().findings).toEqual([
    {
      about: 'policy',
      path: '.next/server/app/index.html',
      says: 'A link to a javascript: address does nothing. Make it a button with a listener.',
    },
  ]);
});

/** A build with one page of each kind, which all have this code. */
function builtWith(code: string, documents: Record<string, string> = {}, routes = ['rendered', 'made/[slug]']) {
  const pages = routes.map((route) => `app/${route}/page.js`);
  built({
    ...documents,
    'prerender-manifest.json': JSON.stringify({
      routes: { '/': { srcRoute: '/' } },
      dynamicRoutes: { '/made/[slug]': {} },
    }),
    'app-path-routes-manifest.json': JSON.stringify({
      '/page': '/',
      ...Object.fromEntries(routes.map((route) => [`/${route}/page`, `/${route}`])),
    }),
    'server/app-paths-manifest.json': JSON.stringify(
      Object.fromEntries([...pages, 'app/page.js', 'app/api/route.js'].map((file) => [file.slice(3, -3), file])),
    ),
    ...Object.fromEntries(
      pages.map((file) => {
        const up = '../'.repeat(file.split('/').length - 1);
        return [
          `server/${file}.nft.json`,
          JSON.stringify({ files: [`${up}chunks/a.js`, `${up}../../node_modules/x.js`] }),
        ];
      }),
    ),
    ...('server/app/index.html' in documents && {
      'server/app/page.js.nft.json': JSON.stringify({ files: ['../chunks/a.js'] }),
    }),
    'server/chunks/a.js': code,
  });
}

const script = (text: string, more = '') => `(0,b.jsx)("script",{${more}dangerouslySetInnerHTML:{__html:${text}}})`;

test('it names an inline script that a rendered page loses, and the line that gives it the nonce', () => {
  builtWith(`f();\n${script('f(x)')}`);
  expect(look().findings).toEqual([
    {
      about: 'policy',
      path: '.next/server/chunks/a.js',
      line: 2,
      says: 'Its text is put together when the code runs, so the policy blocks this inline script in /rendered. Give it the nonce of the request, in a Client Component as a prop:',
      write: `<script nonce={(await headers()).get('x-nonce') ?? undefined} … />`,
    },
  ]);
});

test('by the map of the code it names the source', () => {
  builtWith(script('f(x)'));
  const mappings = 'AAEA'; // The first place is of the third line.
  const sources = ['../../../app/made/%5Bslug%5D/%40side/page.tsx'];
  built({ 'server/chunks/a.js.map': JSON.stringify({ version: 3, sources, names: [], mappings }) });
  expect(look().findings).toEqual([expect.objectContaining({ path: 'app/made/[slug]/@side/page.tsx', line: 3 })]);
});

test('on a line of which the map knows nothing it names the file of the build', () => {
  builtWith(`f();\n${script('f(x)')}`);
  const sources = ['../../../app/page.tsx'];
  built({ 'server/chunks/a.js.map': JSON.stringify({ version: 3, sources, names: [], mappings: 'AAEA' }) });
  expect(look().findings).toEqual([expect.objectContaining({ path: '.next/server/chunks/a.js', line: 2 })]);
});

test('of many pages it names three', () => {
  builtWith(script('f(x)'), {}, ['a', 'b', 'c', 'd', 'e']);
  expect(look().findings).toEqual([
    expect.objectContaining({ says: expect.stringMatching(/ in \/\w, \/\w, \/\w and 2 more\. /) as string }),
  ]);
});

test('in a page that is made on demand a nonce is of no use', () => {
  builtWith(script('f(x)'), {}, ['made/[slug]']);
  expect(look().findings).toEqual([
    expect.objectContaining({ says: expect.stringContaining('in /made/[slug]. Put it into a file') as string }),
  ]);
});

test.each([
  ['a constant', script('"a()"')],
  ['data', script('f(x)', 'type:"application/ld+json",')],
  ['of a type that only the running code knows', script('f(x)', 'type:t,')],
  ['in code that no parser knows', `${script('f(x)')} }{`],
])('an inline script that is %s is not named', (_, code) => {
  builtWith(code);
  expect(look().findings).toEqual([]);
});

test('a script that takes a nonce, as that of next-themes, is named unless the application’s code reads the nonce', () => {
  builtWith(script('f(x)', 'nonce:n,'));
  const says = expect.stringContaining(
    'in /rendered, unless it gets a nonce, and no code here reads x-nonce',
  ) as string;
  expect(look().findings).toEqual([expect.objectContaining({ says })]);
  write({ 'app/layout.tsx': `const nonce = (await headers()).get('x-nonce');` });
  expect(look().findings).toEqual([]);
});

test('a script that takes a nonce, and that a built page shows, is permitted in every page', () => {
  builtWith(script('f(x)', 'nonce:n,'), { 'server/app/index.html': page });
  expect(look()).toEqual({ findings: [], notes: [expect.stringContaining('A build does not tell')] });
});

test('a page of which the build has the beginning is rendered, and a constant in that beginning shows nothing', () => {
  const layout = script('"theme()"');
  builtWith(`${layout};${script('f(x)')}`, { 'server/app/part.html': page }, ['part']);
  const routes = { '/part': { srcRoute: '/part' } };
  built({ 'prerender-manifest.json': JSON.stringify({ routes }), 'server/app/part.meta': '{"postponed":"a"}' });
  expect(look().findings).toEqual([
    expect.objectContaining({ says: expect.stringContaining('blocks this inline script in /part. Give') as string }),
  ]);
  built({ 'server/app/part.meta': '{}' });
  expect(look().findings).toEqual([]);
});

test('of a script that a built page shows, as that of a theme, it says what is not known', () => {
  builtWith(script('f(x)'), { 'server/app/index.html': page });
  expect(look()).toEqual({
    findings: [],
    notes: [
      expect.stringMatching(
        /^\.next\/server\/chunks\/a\.js:1 writes an inline script .* As built pages show it, it is permitted in every page/,
      ),
      expect.stringContaining('A build does not tell'),
    ],
  });
});

test('with Candor it says that a build is of before, and how many scripts have no room', () => {
  write(adopted(folder()));
  built({});
  expect(look().findings).toEqual([
    { about: 'build', path: '.next', says: 'This build was made without Candor. Build it again.' },
  ]);
  const record = (count: number) => JSON.stringify({ scripts: Array(count).fill("'sha256-a'"), documents: {} });
  built({ 'server/built-code.json': record(20) });
  expect(look().findings).toEqual([]);
  built({ 'server/built-code.json': record(22) });
  expect(look().findings).toEqual([
    expect.objectContaining({
      says: expect.stringContaining('room for 20 different inline scripts, and 2 more') as string,
    }),
  ]);
});
