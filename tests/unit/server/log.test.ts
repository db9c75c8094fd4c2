import { expect, test } from 'vitest';
import { createLog } from '../../../candor/src/server/log';

test('writes one JSON line an entry, with its level as a word and its time as UTC', () => {
  const lines: string[] = [];
  const log = createLog((line) => void lines.push(line));
  log.warn({ event: 'a\nb' }, 'event accepted');
  log.error({}, 'outbox full');

  log.info({ event: 'a\u009b\u202e\u2028\ud800b' }, 'event accepted');
  expect(lines.pop(), 'the same text, when it is read').toContain(String.raw`"a\u009b\u202e\u2028\ud800b"`);

  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line).toMatch(/^\{[^\n]*\}$/);
  const entry = JSON.parse(lines[0] ?? '') as Record<string, string>;
  expect(entry).toEqual({ level: 'warn', time: expect.any(String), event: 'a\nb', msg: 'event accepted' });
  expect(new Date(entry.time ?? '').toISOString()).toBe(entry.time);
});
