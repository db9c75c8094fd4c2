import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { actionIds } from '../support/actions';
import { standalone } from '../support/application';
import { rawRequest, type RawResponse, type RawRequest } from '../support/raw-request';
import { expect, test } from './fixtures';

const root = join(import.meta.dirname, '../..');
const folder = standalone.tested;

const SENTRY_DSN = 'http://0ff1c1a1key@127.0.0.1:9/hidden-prefix/47110815';
const secrets = ['0ff1c1a1key', '127.0.0.1:9/', 'hidden-prefix', '47110815', 'sntrys_', root];

const page = '/failing-page';
const kinds = ['server-render', 'server-stream', 'not-found', 'forbidden', 'unauthorized'];
const files = [
  ...filesIn('.next/static').map((file) => `/_next/static/${file}`),
  ...filesIn('public').map((file) => `/${file}`),
];
const documents = ['/', page, '/nowhere', '/404', ...kinds.map((kind) => `${page}?fail=${kind}`)];

test('no response has the DSN, a token or a path of the build in it', async ({ start, request }) => {
  const { url } = await start({ SENTRY_DSN, SENTRY_AUTH_TOKEN: 'sntrys_not-for-visitors' });
  const responses: Record<string, RawResponse> = {};
  const note = async (sent: RawRequest) => {
    const response = await rawRequest(url, sent);
    responses[`${sent.method ?? 'GET'} ${sent.path} ${JSON.stringify(sent.headers ?? {})}`] = response;
    return response;
  };
  for (const path of [...files, ...documents, `${page}/`, '/monitoring', '/_next/image?url=x']) await note({ path });
  for (const path of documents) {
    const headers = { RSC: '1' };
    const { location } = (await note({ path, headers })).headers;
    if (location !== undefined) await note({ path: location, headers });
  }
  const types = Object.values(responses).map(({ headers }) => headers['content-type']);
  expect(types).toContain('text/x-component');
  for (const path of ['/', page, '/nowhere', '/monitoring', '/icon.svg']) await note({ path, method: 'POST' });
  const actions = Object.values(await actionIds(request, url));
  expect(actions).not.toEqual([]);
  for (const action of actions) {
    await note({ path: page, method: 'POST', headers: { 'Next-Action': action }, body: '[]' });
    const headers = { 'Content-Type': 'multipart/form-data; boundary=candor' };
    const body = `--candor\r\nContent-Disposition: form-data; name="$ACTION_ID_${action}"\r\n\r\n\r\n--candor--\r\n`;
    await note({ path: page, method: 'POST', headers, body });
  }

  const statuses = new Set(Object.values(responses).map(({ status }) => status));
  expect([...statuses].sort()).toEqual([200, 303, 307, 308, 400, 401, 403, 404, 405, 500]);
  const leaks = Object.entries(responses).map(([sent, response]) => ({ sent, found: secretsIn(response) }));
  expect(leaks.filter(({ found }) => found.length > 0)).toEqual([]);
});

const ofServer = [
  ...['/.env', '/server.js', '/package.json', '/build.sha256', '/.next/BUILD_ID'],
  ...['/_next/server/app/page.js', '/_next/static/../server/app/page.js'],
  ...['/_next/static/..%2fserver%2fapp%2fpage.js', '/_next/static/%2e%2e/%2e%2e/server.js'],
];

test('no source map, source or setting can be fetched', async ({ application }) => {
  const maps = filesIn('.next/server').filter((file) => file.endsWith('.map'));
  expect(maps).toContainEqual(expect.stringMatching(/^browser-maps\/static\/.*\.js\.map$/));
  expect(maps).toContainEqual(expect.stringMatching(/^chunks\/.*\[.*\.js\.map$/));
  const known = maps.map((file) => `/_next/${encodeURI(file).replace('browser-maps/', '')}`);
  const kept = [...maps.slice(0, 8), 'candor/worker.cjs', 'candor/build.json'].flatMap(addressesOf);
  const asMade = files.filter((file) => /\.(js|css)$/.test(file)).map((file) => `${file}.map`);
  expect(asMade).not.toEqual([]);
  for (const path of [...asMade, ...known, ...kept, ...ofServer]) {
    const { status, body } = await rawRequest(application.url, { path });
    expect({ path, status, hasMap: body.includes('mappings') }).toEqual({ path, status: 404, hasMap: false });
  }
});

function addressesOf(file: string): string[] {
  const name = encodeURI(file);
  const encoded = encodeURIComponent(`../server/${file}`);
  return [
    ...['/_next/server/', '/_next/', '/.next/server/', '/server/', '/monitoring/'].map((folder) => folder + name),
    `/_next/${name.replace('browser-maps/', '')}`,
    ...[encoded, encoded.replaceAll('.', '%2e'), encoded.replaceAll('%', '%25')].map((path) => `/_next/static/${path}`),
  ];
}

test('what is served names no source map, and has no comment of a source', async ({ application }) => {
  const comments = filesIn('.next/server/browser-maps').flatMap((file) => {
    const text = readFileSync(join(folder, '.next/server/browser-maps', file), 'utf8');
    const { sourcesContent = [] } = JSON.parse(text) as { sourcesContent?: (string | null)[] }; // None: the chunk is empty.
    return sourcesContent.flatMap((source) => source?.match(/(?<=^\s*\/\/ )[A-Z].{40,}$/gm) ?? []);
  });
  expect(comments.length).toBeGreaterThan(100);
  const found = ['sourceMappingURL=', 'sourcesContent', ...new Set(comments)];
  for (const path of [...files, ...documents]) {
    const { body } = await rawRequest(application.url, { path });
    const text = body.toString('latin1');
    expect({ path, leaks: found.filter((each) => text.includes(each)) }).toEqual({ path, leaks: [] });
  }
});

test('the deployed folder has no map for browsers, .env or image optimizer', async ({ application }) => {
  const deployed = filesIn('.');
  expect(deployed).toEqual(expect.arrayContaining(['server.js', 'node_modules/next/package.json']));
  const isServed = (file: string) => !/^(\.next\/server|node_modules)\//.test(file);
  expect(deployed.filter((file) => file.endsWith('.map') && isServed(file))).toEqual([]);
  expect(deployed.filter((file) => /(^|\/)\.env|\/(sharp|@img)\//.test(file))).toEqual([]);
  const url = encodeURIComponent('/icon.svg');
  for (const path of [`/_next/image?url=${url}&w=640&q=75`, '/_next/image?url=http%3A%2F%2F127.0.0.1%2F&w=640&q=75'])
    expect((await rawRequest(application.url, { path })).status, path).toBe(404);
});

function secretsIn({ headers, body }: RawResponse): string[] {
  const text = JSON.stringify(headers) + body.toString();
  return secrets.filter((secret) => text.includes(secret));
}

function filesIn(folder: string): string[] {
  return readdirSync(join(standalone.tested, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(standalone.tested, folder).length + 1));
}
