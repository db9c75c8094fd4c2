import type { StackFrame } from '@sentry/core';
import { expect, test } from 'vitest';
import { mapEvent, removeContext, scrubContext } from '../../../candor/src/sources/map-event';
import type { FindSource } from '../../../candor/src/sources/stack-text';

const context = { before: ['a'], line: 'b', after: ['c'] };
const source = { file: 'app/orders/page.tsx', line: 41, column: 11, function: 'OrderList', inApp: true, context };
const find: FindSource = ({ file, line }) => (file === '/srv/.next/server/a.js' && line === 1 ? source : undefined);
const raw: StackFrame = {
  ...{ filename: '/srv/.next/server/a.js', module: 'a', function: 'e' },
  ...{ lineno: 1, colno: 20, in_app: true },
};
const expected = {
  ...{ filename: 'app/orders/page.tsx', abs_path: 'app/orders/page.tsx', function: 'OrderList' },
  ...{ lineno: 41, colno: 11, in_app: true, pre_context: ['a'], context_line: 'b', post_context: ['c'] },
};
const message = 'at a (/srv/.next/server/a.js:1:20)';
const eventOf = (...stacks: unknown[][]) => ({
  message,
  exception: { values: stacks.map((frames) => ({ type: 'Error', value: message, stacktrace: { frames } })) },
});
/** The event as it is after its frames were mapped, and how many were. */
function mapped(event: unknown, look = find) {
  const copy = JSON.parse(JSON.stringify(event)) as unknown;
  const { mapped, beyond } = mapEvent(copy, look);
  return { event: JSON.parse(JSON.stringify(copy)) as unknown, frames: mapped, beyond };
}

test('maps the frames of an error, of its causes and of an AggregateError’s members, and changes nothing else', () => {
  const node = { filename: 'node:internal/a', function: 'run', lineno: 1, colno: 2, in_app: false };
  const { event, frames } = mapped(eventOf([node, raw], [raw]));
  expect(event).toEqual(eventOf([node, expected], [expected]));
  frames.forEach(removeContext);
  expect(frames.map((frame) => 'context_line' in frame)).toEqual([false, false]);
});

test('masks secrets of the source, and calls a function without a name so in every build', () => {
  const secret = { before: ["const password = 'hunter2';"], line: 'throw new Error();', after: [] };
  const { frames } = mapped(eventOf([raw]), () => ({ ...source, function: undefined, context: secret }));
  expect(frames).toMatchObject([{ function: '?', pre_context: [expect.not.stringContaining('hunter2')] }]);
});

test('looks for the file by its path, if the frame has one beside its name', () => {
  const frame = { ...raw, filename: 'a.js', abs_path: '/srv/.next/server/a.js' };
  expect(mapped(eventOf([frame])).event).toEqual(eventOf([expected]));
});

test('leaves frames whose maps were uploaded to the service', () => {
  const debug_meta = { images: [{ type: 'sourcemap', code_file: '/srv/.next/server/a.js', debug_id: 'x' }] };
  const event = { ...eventOf([raw]), debug_meta };
  expect(mapped(event).event).toEqual(event);
});

test('looks at no more frames than an event can have, the innermost', () => {
  const asked: number[] = [];
  const frames = Array.from({ length: 5_000 }, (_, index) => ({ ...raw, lineno: index + 1 }));
  const { beyond } = mapped(eventOf(frames), ({ line }) => void asked.push(line));
  expect([asked.length, asked.at(-1), beyond]).toEqual([250, 5_000, 4_750]);
});

test.each<[string, unknown, number]>([
  ['files of parentheses', eventOf(Array(5_000).fill({ ...raw, filename: `${'eval at ('.repeat(111)}), ` })), 0],
  ['a long file', eventOf([{ ...raw, filename: '(eval at '.repeat(100_000) }]), 0],
  ['long names of functions', eventOf(Array(5_000).fill({ ...raw, function: '[as '.repeat(250) })), 250],
  ['ten thousand values', eventOf(...Array<unknown[]>(10_000).fill([raw])), 50],
  ['a hundred thousand images', { ...eventOf([raw]), debug_meta: { images: Array(100_000).fill({}) } }, 1],
])('an event with %s takes time in proportion to its length', (_, event, count) => {
  const anySource = () => ({ ...source, function: undefined, context: undefined });
  expect(mapped(event, anySource).frames).toHaveLength(count);
});

test.each([
  ['no exception', {}],
  ['values that are not an array', { exception: { values: 'x' } }],
  ['a value that is null', { exception: { values: [null] } }],
  ['frames that are not an array', { exception: { values: [{ stacktrace: { frames: {} } }] } }],
  ['frames that are no objects', eventOf([null, 5, 'x', []])],
  ['frames without a place', eventOf([{ filename: '/srv/.next/server/a.js' }])],
  ['odd places', eventOf([{ lineno: '1' }, { colno: -1 }, { lineno: 1.5 }].map((at) => ({ ...raw, ...at })))],
  ['evaluated code', eventOf([{ ...raw, filename: 'eval at run (/srv/.next/server/a.js:1:20), <anonymous>' }])],
  ['a file that is not a text', eventOf([{ ...raw, filename: { a: 1 } }])],
  ['images that are not an array', { ...eventOf([null]), debug_meta: { images: {} } }],
  ['an image that is null', { ...eventOf([null]), debug_meta: { images: [null] } }],
])('leaves an event with %s', (_, event) => {
  expect(mapped(event).event).toEqual(JSON.parse(JSON.stringify(event)));
});

const scrubbed = (...lines: string[]) => {
  const [line = '', ...after] = lines.slice(2);
  const context = scrubContext({ before: lines.slice(0, 2), line, after });
  return [...context.before, context.line, ...context.after];
};

test.each([0, 2, 4])('masks what is written in the line %i, and no other', (at) => {
  const lines = ['a();', 'b();', 'c();', 'd();', 'e();'];
  const written = lines.with(at, "const password = 'hunter2', to = 'jane.doe@example.org';");
  expect(scrubbed(...written)).toEqual(lines.with(at, "const password = '[masked]', to = '[masked]';"));
});

test('where a secret has several lines, all are masked', () => {
  const key = ['const key = `-----BEGIN PRIVATE KEY-----', '  hunter2', '-----END PRIVATE KEY-----`;'];
  expect(scrubbed('const a = 1;', ...key)).toEqual(Array(4).fill('[masked]'));
});

test('masks lines from within a key', () => {
  const line = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj';
  expect(scrubbed(line, `  "${line}\\n" +`, 'a();')).toEqual(['[masked]', '[masked]', 'a();']);
});
