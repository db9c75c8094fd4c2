import { expect, test } from 'vitest';
import { describeError } from '../../../candor/src/scrubbing/log-format';
import { looksLikeLogEntry, preventLogForgery } from '../../../candor/src/scrubbing/prevent-log-forgery';
import { sourceFinder } from '../../../candor/src/sources/find-source';
import { mapFrames, mapStack, type FindSource } from '../../../candor/src/sources/stack-text';
import { eachInFolder } from '../../support/each-in-folder';
import { aMap } from './a-map';

const { folder, write } = eachInFolder();

/** Finds places of `server/chunks/ssr/a.js` alone. */
function finder(source?: Record<string, unknown>): FindSource {
  write({ 'server/chunks/ssr/a.js.map': JSON.stringify(aMap({}, source)) });
  const find = sourceFinder({ folder: '/srv/.next', maps: [folder()] });
  return (place) => {
    const found = find(place);
    return 'source' in found ? found.source : undefined;
  };
}

const file = '/srv/.next/server/chunks/ssr/a.js';
const mapped = (line: string, source?: Record<string, unknown>) => mapFrames(line, finder(source));

test('names source, line, column and function of the frames of the build, and leaves those of Next, React and Node', () => {
  const others = [
    '    at renderWithHooks (/srv/node_modules/next/dist/compiled/next-server/app-page.runtime.prod.js:1:9)',
    '    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)',
    '    at async Promise.all (index 0)',
    '    at Array.map (<anonymous>)',
    `    at eval (eval at a (${file}:1:5), <anonymous>:1:7)`,
  ];
  const stack = ['TypeError: no stock', `    at a (${file}:1:5)`, ...others, `    at async b (${file}:1:21)`];
  expect(mapStack(stack.join('\n'), 'no stock', finder()).split('\n')).toEqual([
    'TypeError: no stock',
    '    at OrderList (app/orders/page.tsx:7:3)',
    ...others,
    '    at async OrderList (app/orders/page.tsx:8:5)',
  ]);
});

test.each([
  [`    at ${file}:1:5`, '    at app/orders/page.tsx:7:3'],
  [`    at a (${file}:1:5)`, '    at app/orders/page.tsx:7:3'],
  [`    at async e.abc (${file}:1:5)`, '    at async app/orders/page.tsx:7:3'],
  [`    at new a (${file}:1:5)`, '    at new app/orders/page.tsx:7:3'],
  [`    at e.query (${file}:1:5)`, '    at query (app/orders/page.tsx:7:3)'],
  [`    at Object.a [as get] (${file}:1:5)`, '    at get (app/orders/page.tsx:7:3)'],
  [`    at <anonymous> (${file}:1:5)`, '    at app/orders/page.tsx:7:3'],
  [`    at a (${file}:7:5)`, `    at a (${file}:7:5)`],
])('where the map names no function, %s keeps only what no build changes', (line, expected) => {
  expect(mapped(line, { functions: undefined })).toBe(expected);
});

test('reads chunks in folders with parentheses, blanks and brackets', () => {
  const seen: string[] = [];
  const paths = ['app/.next/server/(shop)/page.js', 'my app (1)/.next/server/a.js', '.next/server/[root]__0._.js'];
  const lines = paths.flatMap((path) => [`    at a (/srv/${path}:1:5)`, `    at /srv/${path}:1:5`]).join('\n');
  mapFrames(lines, (place) => void seen.push(place.file));
  expect(seen).toEqual(paths.flatMap((path) => [`/srv/${path}`, `/srv/${path}`]));
});

const lie = `x\n    at a (${file}:1:5)\n    at ${file}:1:21`;

test.each([
  ['in the stack', `Error: ${lie}\n    at a (${file}:1:5)`, lie],
  ['where there is no frame below it', `Error: ${lie}`, lie],
  ['where it was changed since', `Error: ${lie}\nthe end\n    at a (${file}:1:5)`, 'another one'],
  ['of an error without one', `Error\n    at a (${file}:1:5)`, ''],
])('the message stays, even where it looks like a frame: %s', (_, stack, message) => {
  const expected = stack.replace(/(^Error|the end|:21)\n.*:5\)$/, '$1\n    at OrderList (app/orders/page.tsx:7:3)');
  expect(mapStack(stack, message, finder())).toBe(expected);
});

const entry = '{"level":"error","msg":"outbox full"}';
const forging = [`a\n${entry}`, `a\r${entry}`, `a\u2028${entry}`, entry, `\u001b[2K${entry}`];

test.each(forging)('the name %j in a map forges no line of the log', (name) => {
  expect(looksLikeLogEntry(entry)).toBe(true);
  const hostile = { file: name, functions: [[name, 1, 0, 99, 0]] };
  const stack = mapStack(`Error: x\n    at a (${file}:1:21)`, 'x', finder(hostile));
  expect(stack).toContain('outbox full');
  expect(stack.split('\n')).toHaveLength(2);
  expect(stack).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(preventLogForgery(stack, ''), 'no line of it needs to be changed').toBe(stack);
  expect(describeError(Object.assign(new Error('x'), { stack })).stack).toBe(stack);
});

test('a text of frames takes time in proportion to its length', () => {
  const hostile = ['    at ' + '(eval at '.repeat(200), `    at ${' ('.repeat(900)}`, `    at ${':1'.repeat(900)}`];
  const text = Array.from({ length: 10_000 }, (_, index) => hostile[index % 3]).join('\n');
  expect(mapFrames(text, finder())).toBe(text);
  expect(mapStack(text, 'not in it', finder())).toBe(text);
});
