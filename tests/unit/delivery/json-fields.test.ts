import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseShort, readFields } from '../../../candor/delivery/json-fields';

/** What is read of a text, each value parsed. */
function read(json: string | Uint8Array, ...names: string[]): object | undefined {
  const fields = readFields(Buffer.from(json), names);
  return fields && Object.fromEntries([...fields].map(([name, value]) => [name, parseShort(value)]));
}

test.each<[string, object]>([
  ['{}', {}],
  [' \r\n\t{ } \n', {}],
  ['{"b":1}', {}],
  ['{"a":1}', { a: 1 }],
  ['{ "b" : [1, {"a": 2}] , "a" : "x" , "c" : {"a": 3} }', { a: 'x' }],
  ['{"a":1,"a":2}', { a: 2 }],
  ['{"b":"\\"}","a":"\\\\"}', { a: '\\' }],
  ['{"b":"{\\"a\\":1}"}', {}],
  ['{"a":"ü,}"}', { a: 'ü,}' }],
  ['{"a":null,"b":{"a":[{"a":1}]}}', { a: null }],
  ['{"__proto__":{"a":1}}', {}],
])('reads %s as JSON.parse does', (json, fields) => {
  expect(read(json, 'a')).toEqual(fields);
  expect((JSON.parse(json) as { a?: unknown }).a).toEqual((fields as { a?: unknown }).a);
});

test.each([
  '', ' ', '[]', '"a"', '1', '{', '}', '{"a"', '{"a":', '{"a":1', '{"a":1,', '{"a":1,}', '{a:1}', '{"a" 1}', '{"a":1}}', '{"a":1}{',
  '{"a":1} x', '{,}', '{"a":"x}', '{"a":"\\"}', '{"a":[1}', '{"a":]}', '{"a":1]}', '\ufeff{}', '{{}}', '{"a":{"b":1}',
])('finds no object in %j', (json) => {
  expect(read(json, 'a')).toBeUndefined();
  expect(() => JSON.parse(json.replace(/^(\[\]|"a"|1)$/, '')) as unknown).toThrow(SyntaxError);
}); // prettier-ignore

test('takes 500 fields, and rejects one more', () => {
  const fields = (count: number) => `{${Array.from({ length: count }, () => '"a":1').join()}}`;
  expect(read(fields(500), 'a')).toEqual({ a: 1 });
  expect(read(fields(501), 'a')).toBeUndefined();
});

test.each([0, 1, 61, 62, 63, 64, 65, 66, 127, 128, 129, 1_000])(
  'finds the end of a text after %i letters',
  (length) => {
    for (const ending of ['', '\\\\', '\\"', '\\\\\\"', '\\"x', '\\"'.repeat(70), '\\\\'.repeat(70)]) {
      const json = `{"b":"${'x'.repeat(length)}${ending}","a":1}`;
      expect(JSON.parse(json)).toMatchObject({ a: 1 });
      expect(read(json, 'a')).toEqual({ a: 1 });
      expect(read(`{"b":"${'x'.repeat(length)}${ending}\\","a":1}`, 'a')).toBeUndefined();
    }
  },
);

test('rejects an escape in a name, which may hide another name', () => {
  expect(read('{"\\u0061":1}', 'a')).toBeUndefined();
  expect(read('{"b":{"\\u0061":1},"a":2}', 'a')).toEqual({ a: 2 });
});

test('finds no object in bytes that are not UTF-8', () => {
  expect(read(Buffer.from('{"a":"\xff"}', 'latin1'), 'a')).toBeUndefined();
});

describe('takes a time that depends only on the length of the text', () => {
  const size = 1024 * 1024;
  const texts = {
    brackets: `{"a":${'['.repeat(size / 2)}${']'.repeat(size / 2)}}`,
    objects: `${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}`,
    'empty objects': `{"b":[${'{},'.repeat(size / 3)}{}]}`,
  };
  test.each(Object.entries(texts))('%s', (_, text) => {
    expect(readFields(Buffer.from(text), ['a'])).toBeDefined();
    const [plain, this_] = [Buffer.from(`{"b":[${'1,'.repeat(size / 2)}1]}`), Buffer.from(text)];
    const ratio = median(() => void readFields(this_, ['a'])) / median(() => void readFields(plain, ['a']));
    expect(ratio).toBeLessThan(20); // JSON.parse: 100 and more, with brackets.
  });
});

function median(work: () => void): number {
  const times = Array.from({ length: 7 }, () => {
    const from = performance.now();
    work();
    return performance.now() - from;
  });
  return times.sort((one, other) => one - other)[3] ?? NaN;
}

test('reads any JSON object as JSON.parse does', () => {
  const name = fc.constantFrom('a', 'b', 'event_id', 'type', '');
  const object = fc.array(fc.tuple(name, fc.jsonValue()), { maxLength: 6 });
  const space = fc.string({ unit: fc.constantFrom(' ', '\n', '\r', '\t'), maxLength: 2 });
  fc.assert(
    fc.property(object, space, (fields, space) => {
      const members = fields.map(([name, value]) => `"${name}"${space}:${space}${JSON.stringify(value, null, space)}`);
      const json = `${space}{${space}${members.join(`${space},${space}`)}${space}}${space}`;
      const values = readFields(Buffer.from(json), ['a', 'type']);
      const parsed = JSON.parse(json) as Record<string, unknown>;
      for (const name of ['a', 'type']) {
        const value = values?.get(name);
        expect(value && JSON.parse(Buffer.from(value).toString())).toEqual(parsed[name]);
      }
    }),
  );
});

test('never throws, and takes no text for an object that does not begin and end as one', () => {
  const text = fc.string({ unit: fc.constantFrom(...'{}[]":,\\a1 \n') });
  fc.assert(
    fc.property(
      fc.oneof(
        text,
        text.map((inner) => `{"a":${inner}}`),
      ),
      (text) => {
        const fields = readFields(Buffer.from(text), ['a']);
        return fields === undefined || /^\{[^]*\}$/.test(text.trim());
      },
    ),
    { numRuns: 1_000 },
  );
});
