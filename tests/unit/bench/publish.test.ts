import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { publish, type Result } from '../../bench/publish';

const root = join(import.meta.dirname, '../../..');
const result = JSON.parse(readFileSync(join(root, 'docs/bench.json'), 'utf8')) as Result;
const text = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-publish-'));
  mkdirSync(join(folder, 'docs'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the whole table goes to docs/performance.md, and five rows of it to the README', async () => {
  const document = '# Title\n\n<!-- bench -->\n\nold\n\n<!-- /bench -->\n\nThe end.\n';
  writeFileSync(join(folder, 'docs/performance.md'), document);
  writeFileSync(join(folder, 'README.md'), document);
  await publish(result, folder);

  const rowsOf = (file: string) => Array.from(text(folder, file).matchAll(/^\|.*\|$/gm), ([row]) => row).slice(2);
  expect(rowsOf('docs/performance.md')).toHaveLength(result.rows.length);
  expect(rowsOf('README.md').map((row) => row.split('|')[1]?.trim())).toEqual([
    'client JS of `/` at load',
    'requests of `/`',
    'failing requests, receiver healthy',
    'start to first response',
    'memory after load',
  ]);
  for (const file of ['docs/performance.md', 'README.md']) {
    expect(text(folder, file)).toMatch(/^# Title\n[\s\S]*\nThe end\.\n$/);
    expect(text(folder, file)).not.toContain('old');
  }
});

test('a document without markers is named, and stays as it was', async () => {
  writeFileSync(join(folder, 'docs/performance.md'), '# Title\n');
  await expect(publish(result, folder)).rejects.toThrow('performance.md has no markers');
  expect(text(folder, 'docs/performance.md')).toBe('# Title\n');
});

test('the documents show the figures of docs/bench.json', async () => {
  const documents = ['docs/performance.md', 'README.md'];
  for (const file of documents) writeFileSync(join(folder, file), text(root, file));
  await publish(result, folder);
  for (const file of [...documents, 'docs/bench.svg', 'docs/bench.json'])
    expect(text(folder, file), file).toBe(text(root, file));
});
