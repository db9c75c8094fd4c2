import { expect, test } from 'vitest';
import { keyFor, nameOf, readName, type OutboxFile } from '../../../candor/delivery/outbox-file';

const eventId = '0123456789abcdef0123456789abcdef';
const told = { keptAt: 1_790_000_000_000, bytes: 17, eventId, source: 'browser', category: 'feedback' } as const;
const salt = '89abcdef';
const name = `1790000000000-17-${eventId}-89abcdef.browser.feedback.envelope`;

test.each<[string, Omit<OutboxFile, 'key' | 'claimedUntil'>]>([
  [name, told],
  [name.replace(eventId, '0'.repeat(32)), { ...told, eventId: undefined }],
  [name.replace('1790000000000', '0000000000001'), { ...told, keptAt: 1 }],
  [name.replace('-17-', '-0-'), { ...told, bytes: 0 }],
  [name.replace('.browser.feedback', '.server.error'), { ...told, source: 'server', category: 'error' }],
])('%s says all there is to know, and is made of it', (key, file) => {
  expect(keyFor({ ...file, salt })).toBe(key);
  expect(readName(key)).toEqual({ ...file, key });
});

test.each([1_790_000_015_000, 15_000, 0])('a claim until %i is read back from the name', (claimedUntil) => {
  const claimed = nameOf({ key: name, claimedUntil });
  expect(readName(claimed)).toEqual({ ...told, key: name, claimedUntil });
  expect(nameOf({ key: name })).toBe(name);
});

test.each(['', '.1790000015000'])("an earlier version's name, %j behind it, is an error of the server", (claim) => {
  const earlier = `1790000000000-17-${eventId}-89abcdef.envelope${claim}`;
  const file = readName(earlier);
  expect(file).toMatchObject({ source: 'server', category: 'error' });
  expect(file && nameOf(file)).toBe(earlier);
});

test.each([
  '',
  '.gitkeep',
  'README.md',
  `.${name}.draft`,
  `${name}.draft`,
  `${name}.1`,
  `${name}~`,
  ` ${name}`,
  `${name}\n`,
  name.toUpperCase(),
  name.replace('1790000000000', '179000000000'),
  name.replace('.browser', '.visitor'),
  name.replace('.feedback', '.session'),
  name.replace('-17-', '-10000000-'),
  name.replace('-17-', '--'),
  name.replace('-17-', '-x-'),
  name.replace(eventId, eventId.slice(1)),
  name.replace('89abcdef', '89abcdeg'),
])('%j is no file of the outbox', (foreign) => {
  expect(readName(foreign)).toBeUndefined();
});
