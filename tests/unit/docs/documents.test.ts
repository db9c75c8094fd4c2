import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Every `msg` that the code writes: of a call with the text in it, or of one that passes it on. */
function messagesInCode(): string[] {
  const files = readdirSync(join(root, 'app'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const found = files.flatMap((name) =>
    Array.from(
      read(join('app', name)).matchAll(/(?:log\.\w+\(.*, |describe\(\w+, )['`]([^'`]+)['`]/g),
      ([, msg = '']) => msg,
    ),
  );
  return [...new Set(found.flatMap((msg) => ['read', 'written'].map((deed) => msg.replace('${deed}', deed))))].sort();
}

test('the table of the log in the README has every message that the code writes, and no other', () => {
  const section = /^## The log\n(.*?)^## /ms.exec(read('README.md'))?.[1] ?? '';
  const cells = Array.from(section.matchAll(/^\| (`.*?) \|/gm), ([, cell = '']) => cell);
  const named = cells.flatMap((cell) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, text = '']) => text));
  // The table says "or `read`", and names one of the two that tell of the end.
  const written = named
    .filter((text) => !['msg', 'read'].includes(text))
    .flatMap((text) => [text, text.replace(/\bwritten\b/, 'read')]);
  expect([...new Set(written)].sort()).toEqual(messagesInCode());
});

test('the runbook quotes no message that the code does not write', () => {
  const quoted = Array.from(read('docs/operating.md').matchAll(/"?msg"?(?::| ==) ?"([^"]+)"/g), ([, msg]) => msg);
  expect(quoted.length).toBeGreaterThan(0);
  expect(quoted.filter((msg) => !messagesInCode().includes(msg ?? ''))).toEqual([]);
});

test('every file of the code and of the tests that the documents name is there', () => {
  for (const document of ['docs/operating.md', 'docs/security.md', 'README.md']) {
    const named = Array.from(
      read(document).matchAll(/`((?:app|candor|tests|scripts|pages)\/[\w./-]+\.\w+)`/g),
      ([, path]) => path,
    );
    expect(named.length).toBeGreaterThan(0);
    for (const path of named) expect(() => read(path ?? ''), `${path}, in ${document}`).not.toThrow();
  }
});
