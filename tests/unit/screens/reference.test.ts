import { expect, test } from 'vitest';
import { describeReference } from '../../../candor/screens/reference';
import { formatUtc } from '../../../candor/screens/format-utc';

const failedAt = new Date(Date.UTC(2026, 10, 20, 12, 29, 5, 999));

test('formats a time in UTC, to the second', () => expect(formatUtc(failedAt)).toBe('2026-11-20 12:29:05 UTC'));

test('describes a reference in the few lines that a ticket needs, and leaves out an unknown host', () => {
  expect(describeReference({ label: 'Digest', id: 'abc', failedAt }, { state: 'unknown' }, 'candor.test')).toBe(
    'Digest: abc\nTime: 2026-11-20 12:29:05 UTC\nHost: candor.test\nReport: unknown here',
  );
  expect(describeReference({ label: 'Event', id: 'abc', failedAt }, { state: 'sent' })).toBe(
    'Event: abc\nTime: 2026-11-20 12:29:05 UTC\nReport: sent',
  );
});
