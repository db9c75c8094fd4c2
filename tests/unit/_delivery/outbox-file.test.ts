import { expect, test } from 'vitest';
import { nameOf, readName, type OutboxFile } from '../../../app/_delivery/outbox-file';

const eventId = '0123456789abcdef0123456789abcdef';
const file: OutboxFile = {
  keptAt: 1_790_000_000_000,
  bytes: 17,
  eventId,
  source: 'browser',
  category: 'feedback',
  salt: '89abcdef',
};
const name = `1790000000000-17-${eventId}-89abcdef.browser.feedback.envelope`;

test.each<[string, OutboxFile]>([
  [name, file],
  [`${name}.1790000015000`, { ...file, claimedUntil: 1_790_000_015_000 }],
  [name.replace(eventId, '0'.repeat(32)), { ...file, eventId: undefined }],
  [name.replace('1790000000000', '0000000000001'), { ...file, keptAt: 1 }],
  [name.replace('-17-', '-0-'), { ...file, bytes: 0 }],
  [name.replace('.browser.feedback', '.server.error'), { ...file, source: 'server', category: 'error' }],
])('%s tells all there is to know, and is made of it', (text, told) => {
  expect(nameOf(told)).toBe(text);
  expect(readName(text)).toEqual(told);
});

test.each(['', '.1790000015000'])("an earlier version's name, %j behind it, is an error of the server", (claim) => {
  const earlier = `1790000000000-17-${eventId}-89abcdef.envelope${claim}`;
  expect(readName(earlier)).toMatchObject({ source: 'server', category: 'error' });
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
