import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test as base } from 'playwright/test';
import { standalone, startApplication } from '../support/application';
import { runNginx } from '../support/nginx';
import { rawRequest } from '../support/raw-request';
import { formatNginx } from '../../candor/src/cli/headers/format-nginx';
import { expectHydrated, noteViolations } from './violations';

const build = join(standalone.tested, '.next');
const command = join(import.meta.dirname, '../../candor/dist/cli/main.js');

/** What the command prints for the build that is tested. */
function headersFor(format: string): string {
  const args = [command, 'headers', standalone.tested, '--format', format];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, expect.stringContaining('Rendered by the server')]);
  return stdout;
}

/** The lines for the server, which the file has in a comment. */
const forServer = (maps: string) =>
  Array.from(maps.matchAll(/^# {3}(add_header .*)$/gm), ([, line]) => line).join('\n');

const configure = (maps: string) => (place: { folder: string; port: number }) => {
  writeFileSync(join(place.folder, 'headers.conf'), maps);
  return `
include headers.conf;
types { text/html html; text/css css; application/javascript js; image/svg+xml svg; font/woff2 woff2; image/x-icon ico; }
server {
  listen 127.0.0.1:${place.port};
  root ${place.folder}/site;
  ${forServer(maps)}
  location / { try_files $uri $uri.html $uri/ =404; }
  error_page 404 /404.html;
}`;
};

/** The documents of the build by their names, and the files that they load. */
function site(): Record<string, string> {
  const documents = ['app', 'pages'].flatMap((router) => {
    const folder = join(build, 'server', router);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
    return files.map((file) => [`site/${file}`, join(folder, file)] as const);
  });
  const folders = { 'site/_next/static': join(build, 'static'), site: join(standalone.tested, 'public') };
  return { ...folders, ...Object.fromEntries(documents) };
}

const test = base.extend<{ violations: string[] }, { maps: string; nginx: Awaited<ReturnType<typeof runNginx>> }>({
  maps: [async ({}, provide) => provide(headersFor('nginx')), { scope: 'worker' }],
  nginx: [
    async ({ maps }, provide) => {
      const nginx = await runNginx({ configure: configure(maps), copies: site() });
      await provide(nginx);
      await nginx.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ nginx }, provide) => provide(nginx.url),
  violations: async ({ page }, provide) => provide(await noteViolations(page)),
});

test('nginx accepts the file without a warning', ({ nginx }) => {
  expect(nginx.said).toEqual([]);
});

for (const { path, status } of [
  { path: '/', status: 200 },
  { path: '/index.html', status: 200 },
  { path: '/failing-page/start', status: 200 },
  { path: '/nowhere', status: 404 },
]) {
  test(`${path} of nginx alone hydrates under the policy of its document`, async ({ page, violations }) => {
    const response = await page.goto(path);
    const headers = response?.headers() ?? {};
    expect(response?.status()).toBe(status);
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'self'; script-src 'self' 'report-sample' 'sha256-/,
    );
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' });
    await expectHydrated(page);
    expect(violations).toEqual([]);
  });
}

test('an inline script that was changed after the build does not run', async ({ page, maps, violations }, info) => {
  const changed = info.outputPath('index.html');
  const html = readFileSync(join(build, 'server/app/index.html'), 'utf8');
  const mark = "document.documentElement.dataset.changed = 'yes';";
  writeFileSync(changed, html.replaceAll('<script>self', `<script>${mark}self`));
  const nginx = await runNginx({ configure: configure(maps), copies: { ...site(), 'site/index.html': changed } });
  await page.goto(nginx.url);
  await expect.poll(() => violations.length).toBeGreaterThan(0);
  expect(violations[0]).toBe(`script-src-elem inline ${mark.slice(0, 40)}`);
  await expect(page.locator('html')).not.toHaveAttribute('data-changed');
  await nginx.stop();
});

const security =
  /^(content-security-policy|cross-origin-.*|permissions-policy|referrer-policy|reporting-endpoints|strict-.*|x-content-.*)$/;

async function securityHeaders(url: string, path: string, headers: Record<string, string>) {
  const response = await rawRequest(url, { path, headers });
  return Object.fromEntries(Object.entries(response.headers).filter(([name]) => security.test(name)));
}

test('nginx sends the headers that the server sends', async ({ nginx }) => {
  const application = await startApplication({});
  const opened = { 'Sec-Fetch-Dest': 'document' };
  for (const scheme of ['http', 'https']) {
    for (const path of ['/', '/failing-page/start', '/nowhere', '/404', '/icon.svg', '/favicon.ico', '/robots.txt']) {
      const headers = { ...opened, 'X-Forwarded-Proto': scheme };
      const expected = await securityHeaders(application.url, path, headers);
      expect(Object.keys(expected).length, path).toBe(scheme === 'https' ? 8 : 6);
      expect(await securityHeaders(nginx.url, path, headers), `${scheme} ${path}`).toEqual(expected);
    }
    const chunk = `/_next/static/chunks/${readdirSync(join(build, 'static/chunks')).find((file) => file.endsWith('.js'))}`;
    const headers = { 'Sec-Fetch-Dest': 'worker', 'X-Forwarded-Proto': scheme };
    const ofWorker = await securityHeaders(application.url, chunk, headers);
    const shared = Object.entries(ofWorker).filter(([name]) => !name.startsWith('cross-origin-'));
    expect(await securityHeaders(nginx.url, chunk, headers)).toEqual(Object.fromEntries(shared));
  }
  await application.stop();
});

test('nginx finds the headers of names of any kind, and of thousands of pages', async () => {
  const names = [
    'a b',
    '"',
    '\\',
    '$uri',
    '${x}',
    'ü',
    ';}',
    "it's",
    'A',
    'a',
    '~',
    '100%',
    '#',
    '?',
    '\n',
    '\t',
    'x'.repeat(300),
  ];
  const paths = [...names, ...Array.from({ length: 3_000 }, (_, index) => `page-${index}`)].map(
    (name) => `/${name}.html`,
  );
  const entries = paths.map((path, index) => {
    const headers = [['A-B', `${'v'.repeat(index === 0 ? 9_000 : 0)}${index}`] as const];
    return { paths: [path], files: [path], headers: { http: headers, https: headers } };
  });
  const maps = formatNginx(entries).text;
  const nginx = await runNginx({
    configure: (place) => {
      writeFileSync(join(place.folder, 'headers.conf'), maps);
      const server = `listen 127.0.0.1:${place.port}; location / { return 204; }`;
      return `include headers.conf;\nserver { ${server} ${forServer(maps)} }`;
    },
  });
  for (const [index, path] of paths.slice(0, names.length + 20).entries()) {
    const { headers } = await rawRequest(nginx.url, { path: path.split('/').map(encodeURIComponent).join('/') });
    expect(headers['a-b'], path).toBe(`${'v'.repeat(index === 0 ? 9_000 : 0)}${index}`);
  }
  expect(nginx.said.filter((line) => !/could not build optimal map_hash/.test(line))).toEqual([]);
  expect((await rawRequest(nginx.url, { path: '/none' })).headers).not.toHaveProperty('a-b');
  await nginx.stop();
});
