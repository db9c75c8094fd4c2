import { expect, test } from 'vitest';
import { headers, type HeadersOptions } from '../../../candor/src/cli/headers';
import type { Terminal } from '../../../candor/src/cli/init';
import { eachInFolder } from '../../support/each-in-folder';
import { takeConsole } from '../../support/quiet-console';
import { aBuild, hash, page } from './headers/a-build';

const { folder, read, write } = eachInFolder();

async function run(options: Partial<HeadersOptions> = {}, answer?: string) {
  const printed: string[] = [];
  const terminal: Terminal = {
    print: (text) => void printed.push(text),
    ...(answer !== undefined && { ask: () => Promise.resolve(answer) }),
  };
  const all = { format: 'json', output: undefined, yes: false, build: '', ...options };
  const status = await headers(folder(), all, terminal);
  return { status, printed: printed.join('\n'), remarks: takeConsole('error') };
}

type Printed = Record<string, Record<string, string>>;
const pathsIn = (printed: string) => Object.keys(JSON.parse(printed) as Printed);

const policy = (scripts: string) =>
  `default-src 'self'; script-src 'self' 'report-sample'${scripts}; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

test('prints the headers of a page, of files beside it and of those of the build', async () => {
  write({ ...aBuild({ 'app/index.html': page }, { tunnel: '/monitoring' }), 'public/logo.svg': '<svg/>' });
  const { status, printed, remarks } = await run();
  expect([status, remarks]).toEqual([0, []]);
  const onDocuments = {
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
  const onAll = (scripts: string) => ({
    'Strict-Transport-Security': 'max-age=31536000',
    'Content-Security-Policy': `${policy(scripts)}; report-to default; report-uri /monitoring`,
    'Reporting-Endpoints': 'default="/monitoring"',
    'X-Content-Type-Options': 'nosniff',
  });
  expect(JSON.parse(printed)).toEqual({
    '/': { ...onAll(` ${hash}`), ...onDocuments },
    '/logo.svg': { ...onAll(''), ...onDocuments },
    '/_next/static/*': {
      ...onAll(''),
      'Referrer-Policy': onDocuments['Referrer-Policy'],
      'Permissions-Policy': onDocuments['Permissions-Policy'],
    },
  });
});

test('finds pages of both routers and of each language, also below a basePath and with a slash at the end', async () => {
  const documents = {
    'app/index.html': page,
    'app/a/b.html': page,
    'app/robots.txt.body': 'a',
    'pages/en/old.html': page,
    'pages/fr/old.html': page,
    'pages/404.html': page,
  };
  const config = { basePath: '/shop', trailingSlash: true, i18n: { defaultLocale: 'en' } };
  write({ ...aBuild(documents, { config }), 'public/images/a.png': '', 'public/a/c.png': '' });
  expect(pathsIn((await run()).printed)).toEqual([
    '/shop/a/b/',
    '/shop/',
    '/shop/404',
    '/shop/404/',
    '/shop/en/old/',
    '/shop/old/',
    '/shop/fr/old/',
    '/shop/robots.txt',
    '/shop/a/c.png',
    '/shop/images/*',
    '/shop/_next/static/*',
  ]);
});

test('an export is read where it is: its pages by both addresses, and not the data of the router', async () => {
  write({
    ...aBuild({}, { config: { output: 'export' }, routes: {} }),
    '.next/export-detail.json': JSON.stringify({ version: 1, outDirectory: '/elsewhere/out', success: true }),
    'out/index.html': page,
    'out/index.txt': '',
    'out/a.html': page,
    'out/a.txt': '',
    'out/a/__next._tree.txt': '',
    'out/robots.txt': '',
    'out/_headers': '',
    'out/_next/static/a.js': '',
  });
  expect(pathsIn((await run()).printed)).toEqual([
    '/a',
    '/a.html',
    '/',
    '/index.html',
    '/robots.txt',
    '/_next/static/*',
  ]);
});

test('files at an assetPrefix of another host are permitted, and data of the Pages Router has its own headers', async () => {
  const routes = { '/a': { dataRoute: '/_next/data/b/a.json' } };
  write(aBuild({ 'pages/a.html': page }, { config: { assetPrefix: 'https://cdn.test/x' }, routes }));
  const printed = JSON.parse((await run()).printed) as Printed;
  expect(Object.keys(printed)).toEqual(['/a', '/_next/static/*', '/x/_next/static/*', '/_next/data/*']);
  expect(printed['/a']?.['Content-Security-Policy']).toContain(
    `script-src 'self' 'report-sample' ${hash} https://cdn.test;`,
  );
  expect(printed['/_next/data/*']).toEqual({
    'Strict-Transport-Security': 'max-age=31536000',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
  });
});

test('HTML that a route handler has made is a document', async () => {
  const meta = { '.next/server/app/a.meta': '{"headers":{"content-type":"text/html; charset=utf-8"}}' };
  write({ ...aBuild({ 'app/a.body': page }), ...meta });
  const [own] = Object.values(JSON.parse((await run()).printed) as Printed);
  expect(own?.['Content-Security-Policy']).toContain(hash);
});

test('a value of headers() in next.config replaces that of Candor', async () => {
  const headersOfRule = [{ key: 'referrer-policy', value: 'no-referrer' }];
  const rules = [
    { regex: '^/a(?:/)?$', headers: headersOfRule },
    { regex: '^/b(?:/)?$', has: [], headers: headersOfRule },
  ];
  write(aBuild({ 'app/a.html': page, 'app/b.html': page }, { rules }));
  const { printed, remarks, status } = await run();
  const values = Object.values(JSON.parse(printed) as Printed).map((each) => each['Referrer-Policy']);
  expect(values).toEqual(['no-referrer', 'same-origin', 'same-origin']);
  expect([status, remarks]).toEqual([0, ['Rules of headers() in next.config with `has` or `missing` were left out.']]);
});

test.each([
  [
    'is made again',
    { routes: { '/a': { initialRevalidateSeconds: 60 } } },
    'is made again every 60 s, with other scripts than the build knows. Have the server send it.',
  ],
  [
    'is rendered in part',
    { files: { '.next/server/app/a.meta': '{"postponed":"b"}' } },
    'is rendered in part for each request, and needs the nonce of that. Have the server send it.',
  ],
  [
    'is a fallback',
    { dynamicRoutes: { '/a': { fallback: '/a.html' } } },
    'is shown at first at addresses that the build does not know. Have the server send it.',
  ],
])('a page that %s is left out and named, and the status is 1', async (_, { files = {}, ...options }: Case, says) => {
  write({ ...aBuild({ 'app/a.html': page, 'app/index.html': page }, options), ...files });
  const { status, printed, remarks } = await run();
  expect([status, remarks]).toEqual([1, [`/a ${says}`]]);
  expect(pathsIn(printed)).toEqual(['/', '/_next/static/*']);
});

type Case = Parameters<typeof aBuild>[1] & { files?: Record<string, string> };

test.each([
  [
    'a script that the build has not recorded',
    '<script>stolen()</script>',
    'has 1 inline script that the build did not record and the policy blocks. Build again, or put it into a file.',
  ],
  ['an event handler', '<p onclick="a()">', 'has onclick, which no policy permits. Add a listener in a script.'],
  [
    'more text than is read',
    'a'.repeat(16 * 1024 * 1024 + 1),
    'has its inline scripts blocked: a document of 16777217 characters is too long to be read.',
  ],
])('a page with %s has a policy that blocks it, is named, and the status is 1', async (_, html, says) => {
  write(aBuild({ 'app/a.html': html }));
  const { status, printed, remarks } = await run();
  expect([status, remarks]).toEqual([1, [`/a ${says}`]]);
  expect((JSON.parse(printed) as Printed)['/a']).toMatchObject({ 'Content-Security-Policy': policy('') });
});

test('routes that the server renders are named, and the status is 0', async () => {
  const manifests = {
    '.next/app-path-routes-manifest.json': '{"/b/page":"/b"}',
    '.next/server/app-paths-manifest.json': '{"/b/page":"app/b/page.js"}',
  };
  write({ ...aBuild({ 'app/index.html': page }), ...manifests });
  const { status, remarks } = await run();
  expect([status, remarks]).toEqual([0, ['Rendered by the server, which sends their headers itself: /b']]);
});

test.each([
  ['no build', {}, 'There is no build in'],
  ['a build without Candor', { '.next/server/built-code.json': undefined }, 'was made without Candor. Build again.'],
  [
    'one of another version of Candor',
    { '.next/server/built-code.json': '{"version":"0.0.1"}' },
    'was made with Candor 0.0.1, and this is',
  ],
  ['one of an older version', { '.next/server/built-code.json': '{}' }, 'was made with an older version of Candor'],
  ['a cut record', { '.next/server/built-code.json': '{' }, 'the record of its inline scripts is not JSON'],
  ['a cut manifest', { '.next/routes-manifest.json': '{' }, 'is damaged: routes-manifest.json is not JSON'],
  ['a cut list of pages', { '.next/server/pages-manifest.json': '{' }, 'is damaged. Build again.'],
  ['no manifest', { '.next/prerender-manifest.json': undefined }, 'is damaged: it lacks prerender-manifest.json'],
  [
    'a manifest of another Next',
    { '.next/prerender-manifest.json': '{"version":9}' },
    'has a prerender-manifest.json of a version of Next that this command does not know',
  ],
  [
    'a page that is gone',
    { '.next/prerender-manifest.json': '{"version":4,"routes":{"/gone":{}},"dynamicRoutes":{}}' },
    'is damaged: it lacks the file of /gone',
  ],
])('%s is one sentence', async (what, files: Record<string, string | undefined>, sentence) => {
  const whole = { ...aBuild({}), ...files };
  if (what !== 'no build')
    write(
      Object.fromEntries(Object.entries(whole).filter((entry): entry is [string, string] => entry[1] !== undefined)),
    );
  await expect(run()).rejects.toThrow(sentence);
});

test('a format that is missing or unknown is one sentence', async () => {
  write(aBuild({}));
  const sentence = 'Say for whom: --format with one of json, netlify, nginx, vercel.';
  await expect(run({ format: undefined })).rejects.toThrow(sentence);
  await expect(run({ format: 'constructor' })).rejects.toThrow(sentence);
});

test('writes a file, and replaces another one only if somebody says so', async () => {
  write({ ...aBuild({ 'app/index.html': page }), 'vercel.json': '{"regions":["fra1"]}' });
  const output = folder('vercel.json');
  const vercel = { format: 'vercel', output };
  await expect(run(vercel)).rejects.toThrow(/exists\. To keep the rest of it, .*jq -s/);
  await expect(run(vercel, 'n')).rejects.toThrow('Nothing was written.');
  expect(read('vercel.json')).toBe('{"regions":["fra1"]}');
  expect((await run(vercel, 'y')).printed).toContain('Written: vercel.json');
  expect(JSON.parse(read('vercel.json'))).toHaveProperty('headers');
  expect((await run(vercel)).status, 'the same again needs no question').toBe(0);
  expect((await run({ format: 'json', output, yes: true })).status).toBe(0);
});

test('a build in another folder is read by --build', async () => {
  write(Object.fromEntries(Object.entries(aBuild({ 'app/a.html': page })).map(([path, text]) => [`x/${path}`, text])));
  expect(pathsIn((await run({ build: folder('x') })).printed)).toContain('/a');
  expect(pathsIn((await run({ build: folder('x/.next') })).printed)).toContain('/a');
});
