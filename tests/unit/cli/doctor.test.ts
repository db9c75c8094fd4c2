import { mkdirSync, readdirSync, renameSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CommandError } from '../../../candor/src/application/read-application';
import { doctor, type DoctorOptions } from '../../../candor/src/cli/doctor';
import { addressOf } from '../../../candor/src/cli/doctor/inspect-site';
import { adopted, bare, packagesOf } from '../../support/adopter';
import { serveSite, state, type Replies } from '../../support/candor-site';
import { eachInFolder } from '../../support/each-in-folder';
import { serve } from '../../support/serve';
import { aBuild } from '../policy/a-build';

const { folder, write, read, remove } = eachInFolder();
const root = join(import.meta.dirname, '../../..');
const env: NodeJS.ProcessEnv = { NODE_ENV: 'test', SENTRY_DSN: 'https://key@errors.example.org/1' };

async function run(
  options: Partial<DoctorOptions> = {},
  { at = folder(), totalMs = 10_000, followMs = 5_000, env: own = env } = {},
) {
  let printed = '';
  const print = (text: string) => void (printed += text);
  const given = { env: own, limits: { requestMs: 5_000, followMs, totalMs } };
  const status = await doctor(at, { json: false, ...options }, { print }, given);
  return { status, printed };
}

type Said = { holds: boolean; findings: { path?: string; says: string }[]; notes: string[] };

/** Each finding and note as one text. */
async function say(...args: Parameters<typeof run>) {
  const { findings, notes } = JSON.parse((await run({ json: true, ...args[0] }, args[1])).printed) as Said;
  return [...findings.map(({ path, says }) => (path === undefined ? says : `${path}: ${says}`)), ...notes];
}

const all = 'No problems found in the hooks, versions and settings of this folder.';

describe('an application', () => {
  beforeEach(() => {
    write({ ...bare, ...packagesOf() });
    write(adopted(folder()));
  });

  test('without a problem has the status 0, and one line that says what was inspected', async () => {
    expect(await run()).toEqual({ status: 0, printed: all });
  });

  const proxying = 'export function proxy() {}\n';
  const proxy = (matcher: string) => ({ 'proxy.ts': `${proxying}export const config = { matcher: ${matcher} };` });
  const own = `export default function Own() {\n  return <p>Sorry</p>;\n}\n`;
  const config = (text: string) => ({ 'next.config.ts': text });
  const calling = `import { withCandor } from 'candor/config';\n`;
  const configWith = (settings: string) => config(`${calling}export default withCandor({}, ${settings});`);
  const ofTunnel = configWith(`{ tunnel: '/a' }`);
  const lines = `    import { useFailure } from 'candor/screens';\n    <p>{useFailure(error).texts.reference}</p>`;
  const past = `import '@sentry/nextjs';\nimport 'candor/instrumentation-client';\ninit({});\n`;
  const noReference = 'Its failures are reported, but visitors see no reference; these two lines show it.';
  const catching = 'componentDidCatch() {}';
  const ownScreens = {
    ...{ 'app/(shop)/@a/[id]/error.js': own, 'app/global-error.tsx': own, 'parts/a.tsx': catching },
    'parts/b.tsx': `import { ErrorBoundary } from 'react-error-boundary';`,
  };
  const notScreens = {
    ...{ 'parts/a.test.tsx': catching, 'app/_a/error.tsx': own, 'app/error-list.tsx': own },
    ...{ 'node_modules/a/b.js': catching, 'packages/a/b.js': catching, 'packages/a/package.json': '{}' },
  };
  const others = 'app/global-error.tsx, parts/a.tsx, parts/b.tsx';
  const ofOwnScreens = `app/(shop)/@a/[id]/error.js  ${noReference} The same goes for ${others}.\n${lines}`;
  const askingScreens = {
    'parts/sorry.tsx': `import { useFailure } from 'candor/screens';`,
    ...{ 'app/error.tsx': `import '@/parts/sorry.js';`, 'app/a/error.tsx': `export * from '../../parts/sorry';` },
    'app/b/error.tsx': `export { SegmentError as default } from "candor/screens";`,
  };
  const hidden = 'proxy.ts: This matcher keeps browser reports from reaching';
  const severalLanguages = /^next.config.ts {2}.* several languages.*\n    withCandor\(nextConfig, \{ languages/;
  const asks = /^(proxy|middleware).ts:1 {2}Browsers report to/;

  test.each<[what: string, files: Record<string, string | undefined>, ...says: (string | RegExp)[]]>([
    ['a missing hook', { 'instrumentation.ts': undefined }, 'instrumentation.ts: It is missing, so the server'],
    ['a missing screen', { 'app/not-found.tsx': undefined }, 'app/not-found.tsx  It is missing, so a response'],
    ['a 404 screen of its own', { 'app/not-found.tsx': own }],
    ['a hook that is twice', { 'instrumentation.js': '' }, 'instrumentation.js: Next reads instrumentation.ts, or'],
    ['options that nothing loads', { 'sentry.edge.config.ts': '' }, 'sentry.edge.config.ts: It is not loaded'],
    ['an init past Candor', { 'instrumentation-client.ts': past }, 'instrumentation-client.ts: Take out this init'],
    ['a configuration without Candor', config('export default {};'), 'next.config.ts: It does not call withCandor'],
    ['a configuration that another file wraps', { ...config(`export { default } from './b';`), 'b.ts': calling }],
    ['one of a package', config(`import a from '@a/b';\nexport default a;`), 'next.config.ts  It exports a package’s'],
    ['two calls', config(`${calling}withCandor(\nwithPolicy({}));`), 'next.config.ts: Take out one of the two'],
    ['languages that Candor does not know', { 'app/(shop)/[locale]/a.tsx': '' }, severalLanguages],
    ['languages that Candor knows', { 'app/[lang]/a.tsx': '', ...configWith(`{ languages: ['en', 'de'] }`) }],
    ['a matcher that hides the tunnel', proxy(`['/((?!_next).*)']`), `${hidden} /monitoring.`],
    ['a matcher without exceptions', proxy(`'/:path*'`), hidden],
    ['a matcher that lets it through', proxy(`['/((?!monitoring|_next).*)', '/(de|en)/:path*', '/']`)],
    ['a matcher that is not understood', proxy(`['/(((']`), asks],
    ['a matcher that may take for ever', proxy(`['/((m+)+)!']`), asks],
    ['a proxy without a matcher', { 'middleware.ts': own }, asks],
    ['a proxy that knows the tunnel', { 'proxy.ts': `if (path === '/monitoring') return;` }],
    ['a tunnel', { ...ofTunnel, ...proxy(`'/((?!monitoring).*)'`) }, 'app/a/route.ts: It is missing', `${hidden} /a.`],
    ['screens and boundaries of its own, in one note', { ...ownScreens, ...notScreens }, ofOwnScreens],
    ['screens that ask Candor, or import what does', askingScreens],
    ['a wrong setting', { '.env': 'PORT=1', '.env.local': 'PORT=x' }, 'PORT must be a number from 1 to 65535. A build'],
    ['a setting that Next puts together', { '.env': 'PORT=$OTHER' }],
    ['a version that was not tested', packagesOf({ next: '17.0.0' }), 'next 17.0.0 is not among the versions that'],
    ['a core of the SDK that was not', packagesOf({ '@sentry/core': '19.1.0' }), '@sentry/core 19.1.0 is not among'],
    ['no Next installed', { 'node_modules/next/package.json': undefined }, 'next cannot be found from this'],
    ['an empty package.json', { 'package.json': '{}' }, /list candor\. Run `npm install candor`/, / does not list @s/],
    ['lists that are texts', { 'package.json': '{"dependencies":"candor","devDependencies":[1]}' }, /candor/, /sentry/],
    ['a build whose policy blocks code', aBuild({ 'static/a.js': 'eval(a)' }), 'static/a.js makes code from text'],
    ['a build that is damaged', { '.next/BUILD_ID': 'a' }, /^The build in .* is damaged/],
  ])('with %s has these findings, and no others', async (_, files, ...says) => {
    for (const [path, text] of Object.entries(files)) if (text === undefined) remove(path);
    write(files);
    const expected = says.map((one): unknown =>
      typeof one === 'string' ? expect.stringContaining(one) : expect.stringMatching(one),
    );
    expect(await say()).toEqual(expected);
  });

  test('in src/ does not read a hook beside src/', async () => {
    mkdirSync(folder('src'));
    for (const path of ['app', 'instrumentation.ts', 'instrumentation-client.ts'])
      renameSync(folder(path), folder(`src/${path}`));
    expect(await run()).toMatchObject({ printed: all });
    write({ 'instrumentation.ts': '' });
    expect(await say()).toEqual([
      'instrumentation.ts: Next reads src/instrumentation.ts, or this file, and not both. Keep one of them.',
    ]);
  });

  test('reads the environment before the files, and says what it means that SENTRY_DSN is not set', async () => {
    write({ '.env.production': 'PORT=x\n' });
    expect(await say({}, { env: { ...env, PORT: '80' } })).toEqual([]);
    const says: unknown = expect.stringContaining('SENTRY_DSN is not set');
    expect(await say({}, { env: { NODE_ENV: 'test', PORT: '80' } })).toEqual([says]);
  });

  test('has each problem with its place and what to do, and then their number', async () => {
    write({ 'proxy.ts': `export const config = { matcher: ['/((?!_next|.*\\\\..*).*)'] };\n` });
    const says = 'proxy.ts:1  This matcher keeps browser reports from reaching /monitoring. Replace it with:';
    const printed = `${says}\n    ['/((?!monitoring/?$|_next|.*\\\\..*).*)']\n\nProblems found: 1.`;
    expect(await run()).toEqual({ status: 1, printed });
  });

  test('is not changed, nor is its code run, not even where a package leads its package.json to code', async () => {
    const code = `throw globalThis.ran = new Error('This ran.');\n`;
    const inReact = '{ "version": "19.2.0", "exports": { "./package.json": "./a.js" } }';
    write({
      'next.config.ts': code + read('next.config.ts'),
      'proxy.ts': code,
      '.next/BUILD_ID': 'a',
      'next.js': code,
    });
    write({ 'node_modules/react/package.json': inReact, 'node_modules/react/a.js': code });
    const files = () => readdirSync(folder(), { recursive: true }).sort();
    const before = files();
    expect((await run()).status).toBe(1);
    expect(files()).toEqual(before);
    expect(globalThis).not.toHaveProperty('ran');
  });

  test('writes nothing to a terminal that moves its cursor or looks like another finding', async () => {
    const version = '99.0.0-\u001b[2J\u009b\nNo problems found';
    write({ 'node_modules/next/package.json': `{ "version": "${version}" }`, 'app/\u001b[2J/error.tsx': own });
    const { printed } = await run();
    expect(printed).toContain('next 99.0.0- [2J No problems found is not among');
    expect(printed).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]|^No problems/mu);
  });
});

test('an application without Candor has one problem, and nothing to say of its own screens', async () => {
  write({ ...bare, ...packagesOf(), 'app/error.tsx': '', 'proxy.ts': '' });
  expect(await say()).toEqual(['Candor is not set up. `npx candor init` shows what it would write, and asks first.']);
});

test('the application of this repository has no problem', async () => {
  expect(await run({}, { at: root })).toMatchObject({ status: 0, printed: expect.stringContaining(all) as string });
});

test.each([
  [{}, { 'a.txt': '' }, 'There is no application'],
  [{}, { ...bare, 'package.json': '{' }, 'package.json is not JSON'],
  [{ url: 'example.org' }, {}, 'example.org is not the address of a site'],
  [{ url: 'ftp://example.org' }, {}, 'ftp://example.org is not the address of a site'],
  [{ url: 'http://localhost', fail: 'https://other.example' }, {}, 'is not a path of the site'],
  [{ url: 'http://localhost', fail: '//other.example' }, {}, 'is not a path of the site'],
  [{ fail: '/fails' }, {}, '--fail needs --url'],
  [{ url: 'http://127.0.0.1:2' }, {}, 'ECONNREFUSED'],
])('with %j and the files %j it cannot look, and says why', async (options, files, says) => {
  write(files);
  await expect(run(options)).rejects.toThrow(says);
});

const event = '0123456789abcdef0123456789abcdef';
const html = { 'Content-Type': 'text/html' };
const failed = { status: 500, headers: { ...html, 'Error-Digest': event } };
const ofEvent = `/monitoring?event=${event}`;
const followed = (digest: string | object) => ({ '/fails': failed, [ofEvent]: { body: digest } });
const stateWith = (changes: object): Replies => ({ '/monitoring': { body: { ...state, ...changes } } });
const row = JSON.stringify([1, `5:E${JSON.stringify({ digest: event })}\n`]);
const streamed = `<p>a</p><script>self.__next_f.push(${row})</script>`;

describe('a site', () => {
  test('without a problem has the status 0, and one line', async () => {
    const { url, requested } = await serveSite(stateWith({}));
    const line = `No problems found in the start page, the 404, /monitoring of ${url}/.`;
    expect(await run({ url })).toEqual({ status: 0, printed: line });
    expect(requested).toEqual(['/', expect.stringMatching(/^\/no-such-page-\w+$/), '/monitoring']);
  });

  const toLogin = { status: 307, headers: { Location: '/login' } };
  const patch = (name: string) => stateWith({ patches: { missing: [name] } });
  const nextScreen = { status: 404, body: '<h1 class="next-error-h1">' };
  const redirected = 'GET /monitoring is redirected to /login, which answers with 200 and text/html';
  const ofDelivery = { delivery: 'x', ignored: { a: [[[]]] }, reportedByBrowsers: null };
  const odd = { release: { toString: 1 }, versions: [], patches: 1, ...ofDelivery };

  test.each<[what: string, replies: Replies, ...says: string[]]>([
    ['the 404 screen of Next', { '*': nextScreen }, 'shows Next’s 404 screen'],
    ['no 404', { '*': { body: 'ok' } }, 'has the status 200. Its page must call notFound()'],
    ['a login', { '/login': {}, '*': toLogin }, 'The 404 behind it was not'],
    ['a login in front of /monitoring', { '/monitoring': toLogin, '/login': { headers: html } }, redirected],
    ['no start page', { '/': { status: 404 } }, 'answers with 404. Name an address that shows a page'],
    ['another route there', { '/monitoring': { body: { ok: true } } }, 'answers with 200 and application/json'],
    ['nothing at /monitoring', { '/monitoring': { status: 404 } }, 'GET /monitoring answers with 404 and no type'],
    ['reporting off', stateWith({ reporting: 'off' }), 'Reporting is off: nothing is sent. Set SENTRY_DSN'],
    ['a patch that is missing', patch('dist-folder'), 'The patch dist-folder is not in effect: a build'],
    ['a patch of the policy', patch('matched-page'), 'not in effect: pages cannot be told'],
    ['a patch that is not known', patch('new'), 'not known to this version'],
    ['a patch that browsers lacked', stateWith({ reportedByBrowsers: { 'page-fetch': 3 } }), 'page-fetch in 3 pages'],
    ['a version that was not tested', stateWith({ versions: { next: '17.0.0' } }), 'next 17.0.0 is not among'],
    ['an outage', stateWith({ delivery: { downSince: '2026', queued: 4 } }), 'no events since 2026 (queued: 4)'],
    ['no counters for those behind a proxy', stateWith({ patches: undefined }), '`report.publicCounters` is false'],
    ['dropped events', stateWith({ delivery: { dropped: { expired: 2 } } }), 'dropped since the start: 2 (expired).'],
    ['ignored errors', stateWith({ ignored: { a: 7, b: 1 } }), 'events: 7 (a)', 'events: 1 (b)'],
    ['a policy of which its pages know nothing', stateWith({ policy: {} }), 'Its pages have no policy'],
    ['JSON of an odd shape', stateWith(odd), '`report.publicCounters` is false', 'not events: unknown (a).'],
  ])('with %s has these findings, and no others', async (_, replies, ...says) => {
    const { url } = await serveSite(replies);
    expect(await say({ url })).toEqual(says.map((one): unknown => expect.stringContaining(one)));
  });

  const fails = (status: number, headers = {}) => ({ '/fails': { status, headers } });
  const throughScript = { ...followed({ state: 'sent' }), '/fails': { headers: html, body: streamed } };

  test.each<[what: string, replies: Replies, status: 0 | 1, says: string]>([
    ['was sent', followed({ state: 'sent', afterMs: 3 }), 0, `500 and the reference ${event}: delivered after 3 ms.`],
    ['has 200', throughScript, 0, `200 and the reference ${event}: delivered.`],
    ['has a digest of the team', fails(500, { 'Error-Digest': 'OWN-1' }), 0, 'own digest OWN-1. The'],
    ['is off', followed({ state: 'off' }), 1, ': off. Set SENTRY_DSN where the server runs.'],
    ['was dropped', followed({ state: 'dropped', reason: 'limit' }), 1, ': dropped: limit. The log says more'],
    ['waits', followed({ state: 'queued' }), 1, ': queued. Check that the server can reach the host'],
    ['is being sent', followed({ state: 'sending' }), 1, ': sending. Check that the server can reach the host'],
    ['is not known', followed({ state: 'unknown' }), 1, ': not known to this server. With several servers'],
    ['has no state', followed('<p>Sign in'), 1, ': no state. Check that /monitoring'],
    ['did not fail', { '/fails': { body: '<h1>' } }, 1, 'answered with 200, and did not fail. Name a path that throws'],
    ['has no reference', fails(500), 1, 'answered with 500, without a reference. Does'],
    ['has failed too often', fails(429, { 'Retry-After': '7' }), 1, 'Try again in 7 seconds'],
    ['asks for a login', fails(307, { Location: '/' }), 1, '/fails was redirected to /, which answered'],
  ])('whose failure %s is followed, or says what to do', async (_, replies, status, says) => {
    const { url } = await serveSite(replies);
    const result = await run({ url, fail: '/fails' }, { followMs: 100 });
    expect([result.status, result.printed]).toEqual([status, expect.stringContaining(says)]);
  });

  test('is asked for the state of a failure until that does not change any more', async () => {
    const states = ['unknown', 'sending', 'sent'];
    const next = (response: ServerResponse) => response.end(JSON.stringify({ event, state: states.shift() }));
    const { url } = await serveSite({ '/fails': failed, [ofEvent]: next });
    const { printed } = await run({ url, fail: '/fails' });
    expect(printed).toMatch(/delivered\.\n\nNo problems found in .* and a failure of/);
    expect(states).toEqual([]);
  });

  test('is asked where the browsers of the application in the folder report, below its path', async () => {
    write({ ...bare, 'next.config.ts': `export default withCandor({}, { tunnel: '/errors' });\n` });
    const { url, requested } = await serveSite({ '/shop': {}, '/shop/errors': { body: state } });
    expect((await run({ url: `${url}/shop` })).status).toBe(0);
    expect(requested).toEqual(['/shop', expect.stringMatching(/^\/shop\/no-such-page-/), '/shop/errors']);
  });

  test.each([
    ['to a language stays where it was', 307, '/en', 0],
    ['to the same path is asked there', 308, '', 1],
  ])('of which another host gets a redirect %s', async (_, status, path, asked) => {
    const other = await serveSite({ '/en': {} });
    const { url } = await serveSite({ '/': { status, headers: { Location: other.url + path } } });
    expect((await run({ url })).printed).toContain(`of ${[url, other.url][asked]}/.`);
  });

  const deep = `{"reporting":"on","release":${'['.repeat(500_000)}${']'.repeat(500_000)}}`;
  const drip = (to: NodeJS.WritableStream) => {
    const timer = setInterval(() => to.write('x'), 100);
    to.on('close', () => clearInterval(timer));
  };
  const flood = (response: ServerResponse) => {
    const part = Buffer.alloc(1_000_000, '<');
    const more = () => {
      while (!response.destroyed && response.write(part));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  };
  const redirect = (response: ServerResponse, Location: string) => response.writeHead(307, { Location }).end();
  const inTime = 'could not be reached: it did not answer in time.';
  test.each<[what: string, answer: (response: ServerResponse) => unknown, says: string]>([
    ['never answers', () => {}, inTime],
    ['sends its head only', (response) => response.writeHead(200).flushHeaders(), inTime],
    ['sends its head in parts', ({ socket }) => (socket!.write('HTTP/1.1 200 OK\r\n'), drip(socket!)), inTime],
    ['sends its body in parts', drip, inTime],
    ['sends bodies without an end', flood, 'answers with 200 and no type'],
    ['redirects for ever', (response) => redirect(response, `${response.req.url}a`), 'redirect count exceeded'],
    ['redirects to a file', (response) => redirect(response, 'file:///etc/passwd'), 'be reached'],
    ['sends JSON that is nested deep', (response) => response.end(deep), 'has the status 200'],
    ['hangs up', (response) => response.destroy(), 'be reached'],
  ])('that %s ends the command in time, with a sentence', async (_, answer, says) => {
    const { url } = await serve(answer);
    const ended = run({ url }, { totalMs: says === inTime ? 500 : 10_000 }).catch((error: CommandError) => ({
      printed: error.message,
    }));
    expect((await ended).printed).toContain(says);
  });

  test('sends nothing to a terminal that moves its cursor or looks like another finding', async () => {
    const hostile = '\u001b[2J\u009b1m\u202e\nNo problems found';
    const { url } = await serveSite({
      ...stateWith({
        ...{ release: hostile, environment: hostile, versions: { next: hostile }, ignored: { [hostile]: 1 } },
        ...{ delivery: { downSince: hostile, queued: hostile }, reportedByBrowsers: { [hostile]: hostile } },
        patches: { missing: [hostile], unproven: [hostile] },
      }),
      '*': { status: 307, headers: { Location: '/a%1b%0a' } },
      '/a%1b%0a': { headers: { 'Content-Type': 'a\u009b' } },
    });
    const { printed } = await run({ url });
    expect(printed.split('No problems found').length).toBeGreaterThan(6);
    expect(printed).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]|^No problems/mu);
  });
});

test.each([
  ['/shop', '/fails?x=1', '/shop/fails?x=1'],
  ['/shop/', '/shop/fails', '/shop/fails'],
  ['/shop', '/shop?x=1', '/shop?x=1'],
  ['/shop', '/shopping', '/shop/shopping'],
])('below %s the path %s is %s', (base, path, address) => {
  expect(addressOf(new URL(base, 'https://a.example'), path).href).toBe(`https://a.example${address}`);
});
