import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { BodyError, openEnvelope } from '../../../candor/src/envelope/envelope';
import { isShallow } from '../../../candor/src/envelope/json-depth';
import { checkAny } from './check-property';

/** How many bytes are read of a text, and what is found. */
function reading(json: string) {
  let reads = 0;
  const bytes = new Proxy(Buffer.from(json), {
    get(target, name) {
      if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
      return Reflect.get(target, name, target) as unknown;
    },
  });
  const found = isShallow(bytes);
  return { found, reads };
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

test('looks at no byte twice, and at none past the limit', () => {
  const texts = ['"\\"[{'.repeat(10_000), '{"a":[],"b":"\\\\"}'.repeat(10_000), `"${'\\'.repeat(100_000)}"`];
  for (const json of texts) expect(reading(json).reads).toBeLessThanOrEqual(json.length);
  expect(reading('['.repeat(1024 * 1024))).toEqual({ found: false, reads: 129 });
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
