import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { BodyError, openEnvelope } from '../../../candor/src/envelope/envelope';
import { isShallow } from '../../../candor/src/envelope/json-depth';
import { checkAny } from './check-property';

/** How many bytes are read of a text, one by one and by searches, how many searches there are, and what is found. */
function reading(json: string) {
  let reads = 0;
  let searches = 0;
  const search = (target: Buffer) => (byte: number, from: number) => {
    const at = target.indexOf(byte, from);
    reads += (at === -1 ? target.length : at + 1) - from;
    searches += 1;
    return at;
  };
  const bytes = new Proxy(Buffer.from(json), {
    get(target, name) {
      if (name === 'indexOf') return search(target);
      if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
      return Reflect.get(target, name, target) as unknown;
    },
  });
  const found = isShallow(bytes);
  return { found, reads, searches };
}

test('accepts the depth that services read in any JSON text, and no more', () => {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
  checkAny(300, fc.tuple(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(-1, 0, 1)), ([value, over]) => {
    const around = 128 - depthOf(value) + over;
    const json = '{"a":'.repeat(around) + JSON.stringify(value) + '}'.repeat(around);
    return isShallow(Buffer.from(json)) === over <= 0;
  });
});

test('looks at no byte more than twice, and at none past the limit', () => {
  const texts = ['"\\"[{'.repeat(10_000), '{"a":[],"b":"\\\\"}'.repeat(10_000), ' '.repeat(100_000)];
  const contents = ['\\"'.repeat(50_000), '\\'.repeat(100_000), `${'x'.repeat(63)}\\"`.repeat(1_000)];
  const strings = contents.map((text) => `"${text}"`);
  for (const json of [...texts, ...strings]) {
    const { reads, searches } = reading(json);
    expect(reads).toBeLessThanOrEqual(2 * json.length);
    expect(searches).toBeLessThanOrEqual(json.length / 64);
  }
  const long = `{"a":"${'x'.repeat(100_000)}","b":[]}`;
  expect(reading(long), 'not byte by byte').toEqual({ found: true, reads: expect.any(Number), searches: 1 });
  expect(reading('['.repeat(1024 * 1024))).toEqual({ found: false, reads: 129, searches: 0 });
});

test('finds the end of strings of any length, whatever is escaped in them', () => {
  const piece = fc.constantFrom('x', '\\', '"', '[', '{"', '\\\\"', 'x'.repeat(63), 'x'.repeat(64), '[[[['.repeat(40));
  checkAny(500, fc.array(piece, { maxLength: 12 }), (pieces) => {
    const json = JSON.stringify(pieces.join(''));
    const isShallowBefore = (depth: number) => isShallow(Buffer.from(`[${json},${'['.repeat(depth)}`));
    return isShallowBefore(127) && !isShallowBefore(128);
  });
});

test('an event of nested brackets is rejected before JSON.parse sees it', () => {
  const parse = vi.spyOn(JSON, 'parse');
  const head = `{"event_id":"${'a'.repeat(32)}"}\n{"type":"event"}\n`;
  const open = (payload: string) => () => openEnvelope(Buffer.from(head + payload));
  expect(open(`{"a":${'['.repeat(500_000)}}`)).toThrow(new BodyError('The event is nested too deeply.'));
  expect(parse.mock.calls.every(([text]) => text.length < 100)).toBe(true);
  expect(open(`{"a":${'['.repeat(127)}${']'.repeat(127)}}`)).not.toThrow();
  parse.mockRestore();
});
