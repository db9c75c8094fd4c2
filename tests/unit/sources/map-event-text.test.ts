import { expect, test } from 'vitest';
import { mapEventText, type EventLimits } from '../../../candor/src/sources/map-event-text';
import type { Source } from '../../../candor/src/sources/source';

const source: Source = {
  file: 'app/orders/page.tsx',
  line: 41,
  column: 11,
  function: 'OrderList',
  inApp: true,
  context: { before: ["const password = 'hunter2';"], line: 'throw new Error();', after: ['}'] },
};
const limits: EventLimits = { maxPlaces: 100, maxBytes: 1_000_000, isOwn: true, withContext: true };
const server = 'app:///_next/server/chunks/a.js';
const browser = 'app:///_next/static/chunks/a.js';
const frame = (filename: string, lineno: number | string = 1) =>
  `{"filename":"${filename}","lineno":${lineno},"colno":2}`;
const eventOf = (...frames: string[]) => `{"exception":{"values":[{"stacktrace":{"frames":[${frames.join()}]}}]}}`;

function run(
  text: string,
  changes: Partial<EventLimits> = {},
  result: { source: Source } | { problem: string } = { source },
) {
  const asked: string[] = [];
  const { json, counts } = mapEventText(text, ({ file, line }) => (asked.push(`${file}:${line}`), result), {
    ...limits,
    ...changes,
  });
  return { json, counts: Object.fromEntries(counts), asked };
}

test('changes the frames of a build, and no other character', () => {
  const odd = String.raw`{ "a" : 1.0, "big":12345678901234567890,"a":"\u0061\/" ,"exception": {"values":[ {"type":"E", "stacktrace":{"frames": [
    {"filename":"node:internal/x","lineno":1.0,"colno":2} , ${frame(server)}	]}} ,null,{"stacktrace":{"frames":[${frame(browser, 7)}]},"x":1e2}]}, "é":"😀" }`;
  const { json = '', counts } = run(odd);
  const parts = odd.split(frame(server)).flatMap((part) => part.split(frame(browser, 7)));
  let from = 0;
  for (const part of parts) {
    expect(json.slice(from)).toContain(part);
    from = json.indexOf(part, from) + part.length;
  }
  const values = (JSON.parse(json) as { exception: { values: { stacktrace?: { frames: object[] } }[] } }).exception
    .values;
  expect(values[0]?.stacktrace?.frames[1]).toMatchObject({
    filename: 'app/orders/page.tsx',
    function: 'OrderList',
    lineno: 41,
  });
  expect(values[2]?.stacktrace?.frames[0]).toMatchObject({
    filename: 'app/orders/page.tsx',
    context_line: 'throw new Error();',
  });
  expect(counts).toEqual({ mapped: 2 });
});

test('masks secrets of the source, or leaves source text out', () => {
  expect(run(eventOf(frame(server))).json).not.toContain('hunter2');
  expect(run(eventOf(frame(server)), { withContext: false }).json).not.toMatch(/password|context/);
});

test('asks for each place once, and for none but those of a build', () => {
  const files = ['node:internal/a', '/srv/node_modules/next/dist/server/a.js', '<anonymous>', 'https://cdn.test/a.js'];
  const { asked, counts } = run(eventOf(...files.map((file) => frame(file)), frame(server), frame(server)));
  expect(asked).toEqual([`${server}:1`]);
  expect(counts).toEqual({ mapped: 2 });
});

test('asks for no more places than it may', () => {
  const { asked, counts } = run(eventOf(...Array.from({ length: 5_000 }, (_, line) => frame(browser, line + 1))));
  expect(asked).toHaveLength(100);
  expect(counts).toEqual({ mapped: 100, 'too many frames': 4_900 });
});

test('of an event of another build maps only files that are named by their content', () => {
  const { asked, counts } = run(eventOf(frame(server), frame(browser)), { isOwn: false });
  expect(asked).toEqual([`${browser}:1`]);
  expect(counts).toEqual({ 'of another build': 1, mapped: 1 });
});

test('leaves an event of which nothing is found, and counts why', () => {
  expect(run(eventOf(frame(server)), {}, { problem: 'no map' })).toMatchObject({
    json: undefined,
    counts: { 'no map': 1 },
  });
  expect(run('{"message":"x"}')).toMatchObject({ json: undefined, counts: {} });
});

test('leaves source text out where the event would be larger than a service takes, and then leaves the event', () => {
  const text = eventOf(...Array.from({ length: 50 }, (_, line) => frame(server, line + 1)));
  const { json = '', counts } = run(text, { maxBytes: text.length + 50 * 100 });
  expect(json).toContain('OrderList');
  expect(json).not.toContain('context_line');
  expect(counts).toEqual({ mapped: 50 });
  expect(run(text, { maxBytes: text.length })).toMatchObject({ json: undefined, counts: { 'event too large': 50 } });
});

test.each([
  [
    'duplicate frames',
    `{"exception":{"values":[{"stacktrace":{"frames":[]}}],"values":[{"stacktrace":{"frames":[${frame(server)}]}}]}}`,
  ],
  ['an escaped name', eventOf(frame(server)).replace('frames', '\\u0066rames')],
])('maps an event with %s as JSON.parse reads it', (_, text) => {
  const { json = '' } = run(text);
  expect(JSON.parse(json)).toMatchObject({ exception: { values: [{ stacktrace: { frames: [{ lineno: 41 }] } }] } });
});
