import { expect, test } from 'vitest';
import { describeReference } from '../../../candor/screens/reference';
import { utc } from '../../../candor/screens/format-utc';

const failedAt = new Date(Date.UTC(2026, 10, 20, 12, 29, 5, 999));

test('tells a time in UTC, to the second', () => {
  expect(utc(failedAt)).toBe('2026-11-20 12:29:05 UTC');
});

test('puts into a few lines what a ticket needs', () => {
  expect(describeReference({ label: 'Digest', id: 'abc', failedAt }, { state: 'unknown' }, 'candor.test')).toBe(
    'Digest: abc\nTime: 2026-11-20 12:29:05 UTC\nHost: candor.test\nReport: unknown here',
  );
});

test('leaves out a host that is not known', () => {
  expect(describeReference({ label: 'Event', id: 'abc', failedAt }, { state: 'sent' })).toBe(
    'Event: abc\nTime: 2026-11-20 12:29:05 UTC\nReport: sent',
  );
});
