import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKey, fileNameOf, parseFileName } from '../../../candor/src/outbox/outbox-file';
import type { OutboxEntry } from '../../../candor/src/outbox/outbox';
import { checkAny } from '../envelope/check-property';

const eventId = '0123456789abcdef0123456789abcdef';
const fields = { keptAt: 1_790_000_000_000, bytes: 17, eventId, source: 'browser', category: 'feedback' } as const;
const salt = '89abcdef';
const name = `1790000000000-17-${eventId}-89abcdef.browser.feedback.envelope`;

test.each<[string, Omit<OutboxEntry, 'key' | 'claimedUntil'>]>([
  [name, fields],
  [name.replace('1790000000000', '0000000000001'), { ...fields, keptAt: 1 }],
  [name.replace('.browser.feedback', '.server.error'), { ...fields, source: 'server', category: 'error' }],
])('%s holds all fields of an entry', (key, entry) => {
  expect(createKey({ ...entry, salt })).toBe(key);
  expect(parseFileName(key)).toEqual({ ...entry, key });
});

const like = [`.${name}.draft`, `${name}.draft`, `${name}.1`, `${name}~`, ` ${name}`, `${name}\n`, name.toUpperCase()];
const otherSizes = ['-10000000-', '--', '-x-'].map((size) => name.replace('-17-', size));
test.each([
  ...['', '.gitkeep', 'README.md', ...like, ...otherSizes],
  name.replace('1790000000000', '179000000000'),
  name.replace('.browser', '.visitor'),
  name.replace('.browser.feedback', ''),
  name.replace('.feedback', '.session'),
  name.replace(eventId, eventId.slice(1)),
  name.replace('89abcdef', '89abcdeg'),
])('%j is not a file of the outbox', (foreign) => {
  expect(parseFileName(foreign)).toBeUndefined();
});

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
const stamp = fc.integer({ min: 0, max: 9_999_999_999_999 });

test('every entry is read back from its file name', () => {
  const entries = fc.record({
    keptAt: stamp,
    bytes: fc.nat(9_999_999),
    eventId: hex(32),
    source: fc.constantFrom('server' as const, 'browser' as const),
    category: fc.constantFrom('error' as const, 'feedback' as const),
  });
  const claims = fc.option(fc.record({ claimedUntil: stamp }), { nil: {} });
  checkAny(500, fc.tuple(entries, hex(8), claims), ([entry, salt, claim]) => {
    const key = createKey({ ...entry, salt });
    expect(parseFileName(fileNameOf({ key, ...claim }))).toEqual({ ...entry, key, ...claim });
  });
});

test('a name is found again, whatever the clock said', () => {
  const stamps = fc.double({ noNaN: true, noDefaultInfinity: true }).map(Math.round);
  checkAny(100, stamps, (keptAt) => {
    const key = createKey({ ...fields, keptAt, salt });
    return parseFileName(key)?.key === key;
  });
});

test('an entry that is read from any name has that name', () => {
  const part = fc.constantFrom(eventId, salt, ...'1790000000000 - 17 . server browser error envelope \n'.split(' '));
  const damaged = fc
    .tuple(fc.nat(name.length), fc.string({ maxLength: 2 }), fc.nat(2))
    .map(([at, inserted, removed]) => name.slice(0, at) + inserted + name.slice(at + removed));
  checkAny(1_000, fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: part }), damaged), (name) => {
    const entry = parseFileName(name);
    return entry === undefined || fileNameOf(entry) === name;
  });
});
