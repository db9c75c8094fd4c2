import { expect, test } from 'vitest';
import { contentSecurityPolicy, hashSource } from '../../../candor/src/policy/content-security-policy';
import { inspectBuild, inspectPage } from '../../../candor/src/policy/doctor';
import { sentencesAboutEval } from '../../../candor/src/policy/eval-packages';
import { eachInFolder } from '../../support/each-in-folder';
import { aBuild } from './a-build';

const { folder, write } = eachInFolder();

const withEval = { 'static/a.js': 'eval(a)' };

test.each<[string, Record<string, string>]>([
  ['no build', {}],
  ['a build that has not ended', { '.next/server/a.js': '' }],
  ['a build without the policy', aBuild(withEval, { policy: undefined })],
  ['a build with nothing to say of it', aBuild({})],
])('it is silent about %s', (_, files) => {
  write(files);
  expect(inspectBuild(folder('.next'))).toEqual([]);
});

const page = (html: string, policy: string, name = 'Content-Security-Policy') => ({
  url: new URL('https://a.test/shop?x'),
  headers: new Headers({ [name]: policy }),
  body: Buffer.from(html),
});
const ofNonce = contentSecurityPolicy(["'nonce-a'"], {});
const others = `<script src="/a.js"></script><script> </script><script type="application/json">{}</script>`;
const permitted = `<script nonce="a">own()</script>${others}`;
const text = 'start(\n  1 )';
const blocked = `<script nonce="b">${text}</script>`;
const blocks = /^The policy blocks a script of \/shop, which begins with `start\( 1 \)`\./;
const permits = `sources: { 'script-src': ["${hashSource(text)}"] }`;
const foreign = /begins with `start\( 1 \)`: something in front of your server/;
const reported = page(blocked, ofNonce, 'Content-Security-Policy-Report-Only');

test.each<[string, page: ReturnType<typeof page>, later?: string, says?: RegExp, write?: string]>([
  ['nothing that it permits', page(permitted, ofNonce)],
  ['a blocked script, with the line that permits it', page(permitted + blocked, ofNonce), undefined, blocks, permits],
  ['the same where it only reports', reported, undefined, blocks, permits],
  ['a script that differs each time', page(blocked, ofNonce), '<script>start(2)</script>', foreign],
  ['a script that is permitted by its hash', page(blocked, contentSecurityPolicy([hashSource(text)], {}))],
  ['two policies', page('', `${ofNonce}, default-src 'none'`), undefined, /two policies/],
  ['a policy of another program', page('', "default-src 'self'"), undefined, /not Candor’s/],
  ['no policy', page('', '', 'X-Other'), undefined, /no policy/],
])('it names %s', (_, first, later, says, line) => {
  const second = later === undefined ? first : { ...first, body: Buffer.from(later) };
  const finding = { says: says && (expect.stringMatching(says) as string), ...(line !== undefined && { write: line }) };
  expect(inspectPage(first, second)).toEqual(says ? [finding] : []);
});

const chunk = 'static/chunks/a.js';
const project = 'turbopack:///[project]';

function aboutEvalIn(files: Record<string, string>) {
  write(files);
  return sentencesAboutEval(folder(), 'enforce');
}

test.each<[code: string, source: string | undefined, names: string[]]>([
  ['a=new Function("b")', `${project}/node_modules/zod/v4/core.js`, ['zod']],
  ['eval(a)', `${project}/node_modules/.pnpm/x@1/node_modules/@scope/x/a.js`, ['@scope/x']],
  ['(0,eval)("this")', `${project}/node_modules/x/a.js`, ['x']],
  ['a=Function("b")', `${project}/node_modules/x/a.js`, ['x']],
  ['a.eval(b);$eval(c);medieval(d);new Functional()', undefined, []],
  ['eval(a)', `${project}/app/page.tsx`, ['app/page.tsx']],
  ['eval(a)', undefined, [chunk]],
])('%s of %s is code of %j', (code, source, names) => {
  const map = JSON.stringify({ version: 3, sources: [source], names: [], mappings: 'AAAA' }); // All is of this source.
  const found = aboutEvalIn({ [chunk]: code, ...(source && { [`server/browser-maps/${chunk}.map`]: map }) });
  expect(found.map((says) => says.split(' ')[0])).toEqual(names);
});

const manifest = `globalThis.__RSC_MANIFEST["/page"]={"a":["/_next/${chunk}"]}`;

test.each([
  [[], ' in the browser (eval or new Function). The'],
  [['/old'], ', on /, /cart, /old. The'],
  [['/f', '/e', '/d', '/g'], ', on /, /cart, /d, /e, /f …. The'],
])('code that also %j of the Pages Router load has one sentence, with its pages and what to do', (routes, where) => {
  const pages = { ...Object.fromEntries(routes.map((route) => [route, [chunk]])), '/none': [] };
  const found = aboutEvalIn({
    [chunk]: 'eval(a)',
    'static/chunks/b.css': 'eval(a)',
    'static/chunks/polyfills.js': 'eval(a)',
    'build-manifest.json': JSON.stringify({ pages, polyfillFiles: ['static/chunks/polyfills.js'] }),
    'server/app/other/page_client-reference-manifest.js': '',
    ...(routes.length > 0 && {
      'server/app/page_client-reference-manifest.js': manifest,
      'server/app/(shop)/cart/page_client-reference-manifest.js': manifest,
    }),
  });
  const ends = expect.stringMatching(/add "'unsafe-eval'" to script-src in sources of the setting policy\.$/) as string;
  expect(found).toEqual([ends]);
  expect(found[0]).toContain(`${chunk} makes code from text in the browser (eval or new Function)`);
  expect(found[0]).toContain(where);
});

test('where the team permits it, one sentence says what that means', () => {
  const policy = { mode: 'enforce', sources: { 'script-src': ["'unsafe-eval'"] } } as const;
  expect(sentencesAboutEval(folder(), policy)).toEqual([expect.stringContaining("a visitor's text runs too")]);
});
