import { expect, test } from 'vitest';
import { where } from '../../../candor/src/cli/where';
import { eachInFolder } from '../../support/each-in-folder';
import { aMap } from '../sources/a-map';

const { folder, write } = eachInFolder();
const map = (source?: Record<string, unknown>) => JSON.stringify(aMap({}, source));
const built = { '.next/BUILD_ID': 'a', '.next/server/chunks/ssr/_8f1c.js.map': map() };
const numbered = Array.from({ length: 11 }, (_, index) => `${String(index + 2).padStart(4)} | line ${index + 2}`);
const excerpt = ['\napp/orders/page.tsx:7:3 in OrderList', ...numbered].join('\n').replace(' '.repeat(3) + '7', '>  7');

function run(text: string, at = folder()) {
  const printed: string[] = [];
  const status = where(text, at, { print: (line) => void printed.push(line) });
  return { status, printed: printed.join('\n') };
}

test.each([
  ['its name', '_8f1c.js:1:5'],
  ['a part of its path', 'ssr/_8f1c.js:1:5\n'],
  ['its path on another machine', '/srv/app/.next/server/chunks/ssr/_8f1c.js:1:5'],
  ['a URL', 'file:///srv/app/.next/server/chunks/ssr/_8f1c.js:1:5'],
])('prints the source of a place, with its lines, by %s', (_, text) => {
  write(built);
  expect(run(text)).toEqual({ status: 0, printed: excerpt });
});

test('finds a chunk of the browser by its address, and builds by their own folder and by `distDir`', () => {
  write({
    'next.config.ts': "export default { distDir: 'out' }",
    'out/BUILD_ID': 'a',
    'out/server/browser-maps/static/chunks/0b.js.map': map(),
  });
  for (const at of [folder(), folder('out')])
    expect(run('https://shop.test/_next/static/chunks/0b.js?dpl=5:1:5', at).printed).toMatch(/:7:3 in OrderList/);
});

test('prints a whole stack, with the lines of the first frame of the team’s', () => {
  const ofPackage = map({ inApp: false, file: 'node_modules/zod/a.js' });
  write({ ...built, '.next/server/chunks/b.js.map': ofPackage });
  const stackOf = (first: string, second: string) =>
    `Error: no stock\n    at ${first}\n    at async ${second}\n    at run (node:internal/a:1:2)`;
  const chunks = '/srv/.next/server/chunks';
  const stack = stackOf(`a (${chunks}/b.js:1:5)`, `b (${chunks}/ssr/_8f1c.js:1:5)`);
  const expected = stackOf('OrderList (node_modules/zod/a.js:7:3)', 'OrderList (app/orders/page.tsx:7:3)');
  expect(run(stack)).toEqual({ status: 0, printed: `${expected}\n${excerpt}` });
  const line = JSON.stringify({ level: 50, err: { stack, cause: { stack } } });
  expect(run(line)).toEqual({ status: 0, printed: `${expected}\n${expected}\n${excerpt}` });
});

test.each([
  ['another build', 'other.js:1:5', 'other.js:1:5 has no source (no map). Is this the build that wrote the log?'],
  ['a place without a source', '_8f1c.js:9:5', '(no position)'],
  ['text without a frame', 'Error: x', 'No frame belongs to the build in'],
  ['no text', '', 'No frame belongs to the build in'],
  ['JSON that is cut', '{"a":', 'No frame belongs to the build in'],
])('says what is wrong with %s, and has the status 1', (_, text, sentence) => {
  write(built);
  const { status, printed } = run(text);
  expect([status, printed]).toEqual([1, expect.stringContaining(sentence)]);
});

test('says where to look if there is no map, or more than one', () => {
  write({ '.next/BUILD_ID': 'a' });
  expect(() => run('a.js:1:5')).toThrow('has no source maps');
  write({ '.next/server/app/a/page.js.map': map(), '.next/server/app/b/page.js.map': map() });
  expect(() => run('page.js:1:5')).toThrow('Several files of the build are called page.js');
  expect(run('a/page.js:1:5').status).toBe(0);
});
