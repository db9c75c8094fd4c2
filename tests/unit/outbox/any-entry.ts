import fc from 'fast-check';

const eventId = '0123456789abcdef0123456789abcdef';

/** An entry, and its key with this salt. */
export const fields = {
  keptAt: 1_790_000_000_000,
  bytes: 17,
  eventId,
  source: 'browser',
  category: 'feedback',
} as const;
export const salt = '89abcdef';
export const key = `1790000000000-17-${eventId}-89abcdef.browser.feedback.envelope`;

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });

export const salts = hex(8);
const stamps = fc.integer({ min: 0, max: 9_999_999_999_999 });
export const entries = fc.record({
  keptAt: stamps,
  bytes: fc.nat(9_999_999),
  eventId: hex(32),
  source: fc.constantFrom('server' as const, 'browser' as const),
  category: fc.constantFrom('error' as const, 'feedback' as const),
});

const part = fc.constantFrom(eventId, salt, ...'1790000000000 - 17 . server browser error envelope \n'.split(' '));
const damaged = fc
  .tuple(fc.nat(key.length), fc.string({ maxLength: 2 }), fc.nat(2))
  .map(([at, inserted, removed]) => key.slice(0, at) + inserted + key.slice(at + removed));

/** Any text, and texts that are nearly a key. */
export const damagedKeys = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: part }), damaged);
