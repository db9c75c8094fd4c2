import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { BodyError, openEnvelope } from '../../../candor/src/envelope/envelope';
import { isShallow } from '../../../candor/src/envelope/json-depth';
import { checkAny } from './check-property';

test('accepts the depth that services read in any JSON text, and no more', () => {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
  checkAny(300, fc.tuple(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(-1, 0, 1)), ([value, over]) => {
    const around = 128 - depthOf(value) + over;
    const json = '{"a":'.repeat(around) + JSON.stringify(value) + '}'.repeat(around);
    return isShallow(Buffer.from(json)) === over <= 0;
  });
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
