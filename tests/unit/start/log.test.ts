import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Failure } from '../../../candor/src/failures/failure';
import { createLog } from '../../../candor/src/start/log';
import { shortLine } from '../../../candor/src/failures/short-line';

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

const digest = 'a'.repeat(32);
const longest = { digest: 'a'.repeat(64), count: Number.MAX_SAFE_INTEGER, dropped: 'too many alike' };

/** A short line as it is written, with its line break. */
function lineOf(place: Failure['place'], { digest, ...rest }: { digest: string; count?: number; dropped: string }) {
  let text = '';
  const line = { msg: 'process failed', level: 'error' } as const;
  createLog((written) => (text += `${written}\n`)).error(shortLine({ ...line, place, digest }, rest), line.msg);
  return { bytes: Buffer.byteLength(text), fields: JSON.parse(text) as Record<string, string>, text };
}

test('a short line has digest, path, route, count and reason, and no secret of the path', () => {
  const ids = { digest, count: 3, dropped: 'too many alike' };
  const line = { level: 'error', time: expect.any(String), msg: 'process failed', route: '/a/[id]' };
  const place = { path: '/a"b/jo@example.org?token=hunter2', route: '/a/[id]' };
  expect(lineOf(place, ids).fields).toEqual({ ...line, path: '/a"b/[masked]', ...ids });
  const cut = `/${'x/'.repeat(55)}jo@example.org/${'y'.repeat(200)}`;
  expect(lineOf({ path: cut }, { digest: 'a', dropped: 'x' }).text).not.toMatch(/jo@/);
});

test('a short line is one line of at most 300 bytes, whatever is in it, and uses most of them', () => {
  const parts = ['x', '"', '\\', '語', '🦆', '\ud83e', '\u202e\u200b', '\u0000\u001b[2J\r\n\u2028\u007f', '/'];
  const text = fc.array(fc.constantFrom(...parts), { size: '+2' }).map((some) => `/${some.join('').repeat(9)}`);
  const place = fc.record({ path: text, route: text, origin: fc.constant('unhandledRejection') }, { requiredKeys: [] });
  const ids = fc.constantFrom(longest, { digest, count: 1, dropped: 'React suspends' });
  fc.assert(
    fc.property(place, ids, (where, shown) => {
      const { bytes, text: line } = lineOf(where, shown);
      expect(bytes).toBeLessThanOrEqual(300);
      expect(line.indexOf('\n')).toBe(line.length - 1);
      expect(line).not.toMatch(/\\u|[\u202e\u2028\ufffd]/); // Nothing is left of what would have to be escaped.
    }),
  );
  const long = 'x'.repeat(500);
  const { path = '', route = '' } = lineOf({ path: long, route: long }, { ...longest, digest }).fields;
  expect([path.length >= route.length, route.length > 40]).toEqual([true, true]);
  expect(lineOf({ path: long }, { digest: 'a', dropped: 'x' }).fields.path).toHaveLength(120);
});
