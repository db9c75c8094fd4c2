import { expect, test } from 'vitest';
import { createLog } from '../../../candor/src/start/log';

test('writes one JSON line an entry, with its level as a word and its time as UTC', () => {
  const lines: string[] = [];
  const log = createLog((line) => void lines.push(line));
  log.info({ event: 'a\u009b\u202e\u2028\ud800b' }, 'event accepted');
  expect(lines.pop(), 'the same text, when it is read').toContain(String.raw`"a\u009b\u202e\u2028\ud800b"`);
  log.warn({ event: 'a\nb' }, 'event accepted');
  expect(lines).toEqual([expect.stringMatching(/^\{[^\n]*\}$/)]);
  const { time, ...entry } = JSON.parse(lines[0] ?? '') as Record<string, string>;
  expect(entry).toEqual({ level: 'warn', event: 'a\nb', msg: 'event accepted' });
  expect(new Date(time ?? '').toISOString()).toBe(time);
});
