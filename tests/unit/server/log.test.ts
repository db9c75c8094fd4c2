import { describe, expect, test } from 'vitest';
import { createLog } from '../../../candor/src/server/log';
import { type Place, shortLine } from '../../../candor/src/server/short-line';

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

describe('a short line', () => {
  const digest = 'a'.repeat(32);
  const longest = { digest: 'a'.repeat(64), count: Number.MAX_SAFE_INTEGER, dropped: 'too many alike' };

  /** The line as it is written, with its line break. */
  function lineOf(place: Place, ids: { digest: string; count?: number; dropped: string } = longest) {
    const lines: string[] = [];
    const line = { msg: 'process failed', level: 'error' } as const;
    createLog((text) => void lines.push(`${text}\n`)).error(shortLine(line, place, ids), line.msg);
    const [text = ''] = lines;
    return { bytes: Buffer.byteLength(text), fields: JSON.parse(text) as Record<string, unknown>, text };
  }

  test('has digest, path, route, count and reason', () => {
    const ids = { digest, count: 3, dropped: 'too many alike' };
    const { fields, bytes } = lineOf({ path: '/a/7?token=hunter2', route: '/a/[id]' }, ids);
    const line = { level: 'error', time: expect.any(String), msg: 'process failed', path: '/a/7', route: '/a/[id]' };
    expect(fields).toEqual({ ...line, ...ids });
    expect(bytes).toBeLessThan(250);
  });

  const hostile = {
    long: 'x'.repeat(16_000),
    quotes: '"'.repeat(500),
    backslashes: '\\'.repeat(500),
    'wide characters': '語'.repeat(500),
    'pairs of surrogates': 'x' + '🦆'.repeat(500),
    'halves of pairs': '\ud83e'.repeat(500),
    'invisible characters': '\u202e\u200b'.repeat(300),
    'control characters': '\u0000\u001b[2J\r\n\u2028\u007f'.repeat(100),
    'all in turn': '"\\語🦆\u202e\n\ud83e'.repeat(100),
  };

  test.each(Object.entries(hostile))('has at most 300 bytes with %s in path and route', (_, text) => {
    for (const place of [
      { path: `/${text}`, route: `/${text}` },
      { path: `/${text}` },
      { path: `/${text}`, route: '/' },
      { path: '/', route: text },
      { path: `/${text}`, route: text, origin: 'unhandledRejection' },
    ]) {
      for (const ids of [longest, { digest, count: 1, dropped: 'React suspends' }]) {
        const { bytes, text: line } = lineOf(place, ids);
        expect(bytes).toBeLessThanOrEqual(300);
        expect(line.indexOf('\n'), 'is one line').toBe(line.length - 1);
        expect(line).not.toMatch(/\\u|[\u202e\u2028\ufffd]/); // Nothing is left of what would have to be escaped.
      }
    }
  });

  test('a path has at most 120 characters, also where the line has room for more, and a route leaves it half', () => {
    const short = { digest: 'a', dropped: 'x' };
    expect(lineOf({ path: `/${'x'.repeat(500)}` }, short).fields.path).toHaveLength(120);
    const { path, route } = lineOf({ path: hostile.long, route: hostile.long }, { ...longest, digest }).fields;
    expect(String(path).length).toBeGreaterThanOrEqual(String(route).length);
    expect(String(route).length).toBeGreaterThan(40);
  });

  test.each([
    ['at the cut', `/${'x/'.repeat(55)}jo@example.org/${'y'.repeat(200)}`],
    ['before it', '/reset/jo@example.org'],
    ['with a query', '/reset/jo@example.org?a=b'],
  ])('a secret %s of the path is masked', (_, path) => {
    expect(lineOf({ path }, { digest: 'a', dropped: 'x' }).text).not.toMatch(/jo@/);
  });

  test('a path that fails again has the same text', () => {
    const line = { msg: 'request failed', level: 'error' } as const;
    const texts = [1, 2].map(() => shortLine(line, { path: '/a"b/jo@example.org?c' }, { digest, dropped: 'x' }));
    expect(texts).toEqual(Array(2).fill(expect.objectContaining({ path: '/a"b/[masked]' })));
  });
});
