import { expect, test } from 'vitest';
import { mapEvent, type Frame } from '../../../candor/src/sources/map-event';
import type { FindSource } from '../../../candor/src/sources/stack-text';

const source = {
  file: 'app/orders/page.tsx',
  line: 41,
  column: 11,
  function: 'OrderList',
  inApp: true,
  context: { before: ['a'], line: 'b', after: ['c'] },
};
const find: FindSource = ({ file, line }) => (file === '/srv/.next/server/a.js' && line === 1 ? source : undefined);
const raw: Frame = {
  filename: '/srv/.next/server/a.js',
  module: 'a',
  function: 'e',
  lineno: 1,
  colno: 20,
  in_app: true,
};
const expected = {
  filename: 'app/orders/page.tsx',
  abs_path: 'app/orders/page.tsx',
  function: 'OrderList',
  lineno: 41,
  colno: 11,
  in_app: true,
  pre_context: ['a'],
  context_line: 'b',
  post_context: ['c'],
};
const eventOf = (...stacks: unknown[][]) => ({
  message: 'at a (/srv/.next/server/a.js:1:20)',
  exception: {
    values: stacks.map((frames) => ({
      type: 'Error',
      value: 'at a (/srv/.next/server/a.js:1:20)',
      stacktrace: { frames },
    })),
  },
});
const sent = (event: unknown) => JSON.parse(JSON.stringify(event)) as unknown;

test('maps the frames of an error, of its causes and of an AggregateError’s members, and changes nothing else', () => {
  const node = { filename: 'node:internal/a', function: 'run', lineno: 1, colno: 2, in_app: false };
  const event = eventOf([node, raw], [raw]);
  const before = sent(event);
  expect(sent(mapEvent(event as never, find))).toEqual(eventOf([node, expected], [expected]));
  expect(sent(event), 'the event that is stored').toEqual(before);
});

test('leaves source text out where a team wants that', () => {
  const { pre_context, context_line, post_context, ...without } = expected;
  expect([pre_context, context_line, post_context]).not.toContain(undefined);
  expect(sent(mapEvent(eventOf([raw]) as never, find, { withContext: false }))).toEqual(eventOf([without]));
});

test('looks for the file by its path, if the frame has one beside its name', () => {
  const frame = { ...raw, filename: 'a.js', abs_path: '/srv/.next/server/a.js' };
  expect(sent(mapEvent(eventOf([frame]) as never, find))).toEqual(eventOf([expected]));
});

test.each([
  'eval at run (/srv/.next/server/a.js:1:20), <anonymous>',
  'eval at a (eval at b (/srv/.next/server/a.js:1:20), <anonymous>:3:4), <anonymous>',
  '/srv/.next/server/a.js:1:20), <anonymous>',
])('evaluated code is where it was evaluated: %s', (filename) => {
  expect(sent(mapEvent(eventOf([{ ...raw, filename, lineno: 7, colno: 8 }]) as never, find))).toEqual(
    eventOf([expected]),
  );
});

test('a function without a name is called so in every build', () => {
  const event = mapEvent(eventOf([raw]) as never, () => ({ ...source, function: undefined })) as ReturnType<
    typeof eventOf
  >;
  expect(event.exception.values[0]?.stacktrace.frames).toMatchObject([{ function: '?' }]);
});

test('leaves frames whose maps were uploaded to the service', () => {
  const debug_meta = { images: [{ type: 'sourcemap', code_file: '/srv/.next/server/a.js', debug_id: 'x' }] };
  const event = { ...eventOf([raw]), debug_meta };
  expect(mapEvent(event as never, find)).toEqual(event);
});

test.each([
  ['no exception', {}],
  ['values that are not an array', { exception: { values: 'x' } }],
  ['a value that is null', { exception: { values: [null] } }],
  ['frames that are not an array', { exception: { values: [{ stacktrace: { frames: {} } }] } }],
  ['frames that are no objects', eventOf([null, 5, 'x', []])],
  ['frames without a place', eventOf([{ filename: '/srv/.next/server/a.js' }])],
  [
    'places that are no places',
    eventOf([
      { ...raw, lineno: '1' },
      { ...raw, colno: -1 },
      { ...raw, lineno: 1.5 },
    ]),
  ],
  ['a file that is not a text', eventOf([{ ...raw, filename: { a: 1 } }])],
  ['images that are not an array', { ...eventOf([null]), debug_meta: { images: {} } }],
  ['an image that is null', { ...eventOf([null]), debug_meta: { images: [null] } }],
])('leaves an event with %s', (_, event) => {
  expect(mapEvent(event as never, find)).toEqual(event);
});
