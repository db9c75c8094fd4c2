import { expect, test } from 'vitest';
import { membersOf } from '../../../candor/src/sources/json-members';

const textsOf = (json: string) =>
  Object.fromEntries([...membersOf(json, 0)].map(([name, [start, end]]) => [name, json.slice(start, end)]));

test.each<[string, Record<string, string>]>([
  ['{}', {}],
  ['[ ]', {}],
  ['5', {}],
  ['{"a":1,"b":[1,{"c":"}"}],"c":"x"}', { a: '1', b: '[1,{"c":"}"}]', c: '"x"' }],
  ['\n { "a" :\t-1.5e3 , "b" : null }\r\n', { a: '-1.5e3', b: 'null' }],
  ['["a\\"]\\\\",[[]],{},true]', { 0: '"a\\"]\\\\"', 1: '[[]]', 2: '{}', 3: 'true' }],
  ['{"\\u0061":1,"a":{"b":2}}', { a: '{"b":2}' }],
  ['{"":"","__proto__":[0]}', Object.fromEntries([['', '""'], ['__proto__', '[0]']])], // prettier-ignore
])('finds the members of %j', (json, members) => {
  expect(textsOf(json)).toEqual(members);
});

test('finds what JSON.parse reads, in any text', () => {
  const value = { 'a"\\': ['\\', '"', '\\"', '{', { ',': ']' }], ü: [[], {}, '', 0.5, -0, 1e21], x: [[[['\u2028']]]] };
  for (const space of [undefined, ' ', '\t\r\n']) {
    const json = JSON.stringify(value, undefined, space);
    const read = Object.entries(textsOf(json)).map(([name, text]) => [name, JSON.parse(text) as unknown]);
    expect(Object.fromEntries(read)).toEqual(JSON.parse(json));
  }
});
