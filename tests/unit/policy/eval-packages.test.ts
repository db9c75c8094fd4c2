import { expect, test } from 'vitest';
import { sentencesAboutEval } from '../../../candor/src/policy/eval-packages';
import { eachInFolder } from '../../support/each-in-folder';

const { folder, write } = eachInFolder();

const chunk = 'static/chunks/a.js';
/** A map of one line, all of which is of this source. */
const mapOf = (source: string) => JSON.stringify({ version: 3, sources: [source], names: [], mappings: 'AAAA' });
const project = 'turbopack:///[project]';
const manifest = `globalThis.__RSC_MANIFEST["/page"]={"a":["/_next/${chunk}"]}`;

/** What makes code from text, and where, as the sentences say. */
const evalIn = (files: Record<string, string>) => {
  write(files);
  return sentencesAboutEval(folder(), 'enforce').map((says) => {
    const [, name, pages] =
      /^(\S+) makes code from text in the browser \(eval or new Function\)(?:, on (.*?))?\. The/.exec(says) ?? [];
    return { name, pages };
  });
};

test.each<[code: string, source: string | undefined, names: string[]]>([
  ['a=new Function("b")', `${project}/node_modules/zod/v4/core.js`, ['zod']],
  ['eval(a)', `${project}/node_modules/.pnpm/x@1/node_modules/@scope/x/a.js`, ['@scope/x']],
  ['(0,eval)("this")', `${project}/node_modules/x/a.js`, ['x']],
  ['a=Function("b")', `${project}/node_modules/x/a.js`, ['x']],
  ['a.eval(b);$eval(c);medieval(d);new Functional()', undefined, []],
  ['eval(a)', `${project}/app/page.tsx`, ['app/page.tsx']],
  ['eval(a)', undefined, [chunk]],
])('%s of %s is code of %j', (code, source, names) => {
  const map: Record<string, string> =
    source === undefined ? {} : { [`server/browser-maps/${chunk}.map`]: mapOf(source) };
  expect(evalIn({ [chunk]: code, ...map }).map(({ name }) => name)).toEqual(names);
});

test('it names the pages of both routers that load the chunk', () => {
  const found = evalIn({
    [chunk]: 'eval(a)',
    'static/chunks/b.css': 'eval(a)',
    'server/app/page_client-reference-manifest.js': manifest,
    'server/app/(shop)/cart/page_client-reference-manifest.js': manifest,
    'server/app/other/page_client-reference-manifest.js': '',
    'static/chunks/polyfills.js': 'eval(a)',
    'build-manifest.json': `{"pages":{"/old":["${chunk}"],"/none":[]},"polyfillFiles":["static/chunks/polyfills.js"]}`,
  });
  expect(found).toEqual([{ name: chunk, pages: '/, /cart, /old' }]);
});

test.each([
  [0, 'in the browser (eval or new Function). The'],
  [2, ', on /0, /1. The'],
  [6, ', on /0, /1, /2, /3, /4 …. The'],
])('the sentence about code of %i pages says what to do', (count, where) => {
  const pages = Object.fromEntries(Array.from({ length: count }, (_, index) => [`/${index}`, [chunk]]));
  write({ [chunk]: 'eval(a)', 'build-manifest.json': JSON.stringify({ pages }) });
  const sentences = sentencesAboutEval(folder(), 'enforce');
  expect(sentences).toEqual([expect.stringContaining(where)]);
  expect(sentences[0]).toMatch(/add "'unsafe-eval'" to script-src in sources of the setting policy\.$/);
});

test('where the team permits it, one sentence says what that means', () => {
  const policy = { mode: 'enforce', sources: { 'script-src': ["'unsafe-eval'"] } } as const;
  expect(sentencesAboutEval(folder(), policy)).toEqual([expect.stringContaining('a text from a visitor runs as well')]);
});
