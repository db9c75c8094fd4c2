import { expect, test } from 'vitest';
import { hashSource } from '../../../candor/src/policy/content-security-policy';
import { headersOfBuild } from '../../../candor/src/policy/headers-command';
import { policySettings } from '../../../candor/src/policy/settings';
import { eachInFolder } from '../../support/each-in-folder';
import { aBuild } from './a-build';

const { folder, write } = eachInFolder();

function headersOf(...build: Parameters<typeof aBuild>) {
  write(aBuild(...build));
  const result = headersOfBuild(folder('.next'));
  if ('error' in result) throw new Error(result.error);
  return { pages: JSON.parse(result.text) as Record<string, Record<string, string>>, problems: result.problems };
}

const page = '<html><body><h1>a</h1><script>own()</script><script src="/a.js"></script>';
const app = (...names: string[]) => Object.fromEntries(names.map((name) => [`server/app/${name}.html`, page]));

test('a page has the policy for all of its scripts, and the headers beside it', () => {
  expect(headersOf(app('index'), { policy: { policy: 'enforce', tunnel: '/monitoring' } })).toEqual({
    problems: [],
    pages: {
      '/': {
        'Content-Security-Policy': `default-src 'self'; script-src 'self' 'report-sample' ${hashSource('own()')}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; report-to default; report-uri /monitoring`,
        'Strict-Transport-Security': 'max-age=31536000',
        'Reporting-Endpoints': 'default="/monitoring"',
        ...Object.fromEntries(policySettings({ policy: 'enforce' }).headers),
      },
    },
  });
});

const ofPages = { ...app('index', 'a/b', '_not-found'), 'server/pages/en/old.html': page };
const below = { basePath: '/shop' };

test.each<[string, Parameters<typeof aBuild>, string[]]>([
  ['of both routers', [ofPages], ['/_not-found', '/a/b', '/', '/en/old']],
  ['below a basePath', [app('index', 'a'), { config: below }], ['/shop/a', '/shop']],
  ['with a slash at the end', [app('index', 'a'), { config: { trailingSlash: true } }], ['/a/', '/']],
  ['below both', [app('index', 'a'), { config: { ...below, trailingSlash: true } }], ['/shop/a/', '/shop/']],
  ['with other characters', [app('é b', 'index/index')], ['/index', '/%C3%A9%20b']],
])('finds pages %s', (_, build, paths) => expect(Object.keys(headersOf(...build).pages)).toEqual(paths));

const exported = (outDirectory: string) => ({ 'export-detail.json': JSON.stringify({ outDirectory }) });

test('an export is read where it is now', () => {
  write({ 'out/index.html': page, 'out/a.html': page, 'out/a.txt': '', 'out/_next/static/a.js': '' });
  const { pages } = headersOf(exported('/elsewhere/out'), { config: { output: 'export' } });
  expect(Object.keys(pages)).toEqual(['/a', '/']);
});

const postponed = { 'server/app/a.meta': '{"postponed":"b"}' };
const revalidated = (initialRevalidateSeconds: number | false) => ({ routes: { '/a': { initialRevalidateSeconds } } });

test.each<[Parameters<typeof aBuild>[1], Record<string, string>, says?: string]>([
  [revalidated(60), {}, 'is regenerated every 60 s, with scripts that the build does not know'],
  [{}, postponed, 'is rendered in part for each request, and needs the nonce of that'],
  [{ dynamicRoutes: { '/a': {} } }, {}, 'is shown at addresses that the build does not know'],
  [revalidated(false), { 'server/app/a.meta': '{"headers":{}}' }],
])('a page whose scripts change is left out and named: %j', (build, files, says) => {
  const { pages, problems } = headersOf({ ...app('index', 'a'), ...files }, build);
  expect(Object.keys(pages)).toEqual(says === undefined ? ['/a', '/'] : ['/']);
  expect(problems).toEqual(says === undefined ? [] : [`/a ${says}. Have the server send it.`]);
});

test('the last rule of headers() without conditions replaces the value of Candor', () => {
  const rule = (regex: string, value: string, more = {}) => {
    const headers = Object.entries({ 'referrer-policy': value, 'X-Own': 'a' }).map(([key, value]) => ({ key, value }));
    return { regex, headers, ...more };
  };
  const conditional = [{ has: [] }, { missing: [] }].map((condition) => rule('^/(.*)$', 'unsafe-url', condition));
  const rules = [rule('^/a(?:/)?$', 'origin'), rule('^/(.*)$', 'no-referrer'), ...conditional, rule('^/ab$', 'origin')];
  expect(headersOf(app('a'), { rules }).pages['/a']).toMatchObject({ 'Referrer-Policy': 'no-referrer' });
});

const again = (part: string) => `is damaged: ${part} cannot be read. Build again.`;
const gone = 'lacks the folder of its export, gone. Build again.';

test.each<[string, Record<string, string>, says: string]>([
  ['without the policy', aBuild({}, { policy: undefined }), 'was made without the setting policy.'],
  ['with a cut manifest', aBuild({ 'routes-manifest.json': '{' }), again('routes-manifest.json')],
  ['whose export is gone', aBuild(exported('/elsewhere/gone'), { config: { output: 'export' } }), gone],
  ['without the name of its export', aBuild({}, { config: { output: 'export' } }), again('export-detail.json')],
  ['that is not there', {}, again('required-server-files.json')],
])('of a build %s one sentence says what is wrong', (_, build, says) => {
  write(build);
  expect(headersOfBuild(folder('.next'))).toEqual({ error: `The build in ${folder('.next')} ${says}` });
});
