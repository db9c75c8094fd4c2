import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKey, parseKey } from '../../../candor/src/outbox/entry-key';
import { checkAny } from '../envelope/check-property';

const eventId = '0123456789abcdef0123456789abcdef';
const key = `1790000000000-17-${eventId}-89abcdef.browser.feedback.envelope`;

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });

test('every entry is read back from its key, whatever the clock said', () => {
  const fields = fc.record({
    keptAt: fc.oneof(fc.nat(9_999_999_999_999), fc.double({ noNaN: true, noDefaultInfinity: true }).map(Math.round)),
    bytes: fc.nat(9_999_999),
    eventId: hex(32),
    source: fc.constantFrom('server' as const, 'browser' as const),
    category: fc.constantFrom('error' as const, 'feedback' as const),
  });
  checkAny(500, fc.tuple(fields, hex(8)), ([entry, salt]) => {
    const key = createKey({ ...entry, salt });
    const keptAt = Math.min(Math.max(0, entry.keptAt), 9_999_999_999_999);
    expect(parseKey(key)).toEqual({ ...entry, keptAt, key });
  });
});

const like = [`.${key}.draft`, `${key}.draft`, `${key}.1`, `${key}~`, ` ${key}`, `${key}\n`, key.toUpperCase()];
const otherSizes = ['-10000000-', '--', '-x-'].map((size) => key.replace('-17-', size));
test.each([
  ...['', '.gitkeep', 'README.md', ...like, ...otherSizes],
  key.replace('1790000000000', '179000000000'),
  key.replace('.browser', '.visitor'),
  key.replace('.browser.feedback', ''),
  key.replace('.feedback', '.session'),
  key.replace(eventId, eventId.slice(1)),
  key.replace('89abcdef', '89abcdeg'),
])('%j is not a key', (foreign) => {
  expect([parseKey(key)?.key, parseKey(foreign)]).toEqual([key, undefined]);
});
