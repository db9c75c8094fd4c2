import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileNameOf, parseFileName } from '../../../../candor/src/outbox/disk/file-name';
import { createKey } from '../../../../candor/src/outbox/entry-key';
import { checkAny } from '../../envelope/check-property';
import { damagedKeys, entries, fields, key, salts, stamps } from '../any-entry';

const claimedUntil = 1_790_000_015_000;

test('a file has the key of its entry as its name, and while it is claimed the end of the claim', () => {
  expect(fileNameOf({ key })).toBe(key);
  expect(fileNameOf({ key, claimedUntil })).toBe(`${key}.1790000015000`);
  expect(parseFileName(`${key}.1790000015000`)).toEqual({ ...fields, key, claimedUntil });
});

test.each(['', '.gitkeep', `${key}.draft`, `${key}.1`, `${key}.1790000015000.1790000015000`, '1790000015000'])(
  '%j is not a file of the outbox',
  (name) => {
    expect(parseFileName(name)).toBeUndefined();
  },
);

test('every entry is read back from its file name', () => {
  const claims = fc.option(fc.record({ claimedUntil: stamps }), { nil: {} });
  checkAny(500, fc.tuple(entries, salts, claims), ([entry, salt, claim]) => {
    const key = createKey({ ...entry, salt });
    expect(parseFileName(fileNameOf({ key, ...claim }))).toEqual({ ...entry, key, ...claim });
  });
});

test('an entry that is read from any name has that name', () => {
  const claims = fc.constantFrom('', '.1790000015000', '.179000001500', '.1790000015000\n', '.');
  checkAny(1_000, fc.tuple(damagedKeys, claims), ([text, claim]) => {
    const entry = parseFileName(text + claim);
    return entry === undefined || fileNameOf(entry) === text + claim;
  });
});
