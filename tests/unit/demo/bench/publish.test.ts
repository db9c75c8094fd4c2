import { expect, test } from 'vitest';
import { publishMemory, type MemoryResult } from '../../../bench/memory/run';
import { loadText, publish, type Result } from '../../../bench/publish';
import { eachInFolder } from '../../../support/each-in-folder';
import { read as published, root } from '../../docs/files';

const result = JSON.parse(published('docs/bench.json')) as Result;
const memory = JSON.parse(published('docs/memory.json')) as MemoryResult;
const files = ['bench.json', 'bench.svg', 'memory.json'];
const documents = ['docs/performance.md', 'README.md'];

const { folder, read, write } = eachInFolder();

test('all tables go to docs/performance.md, and five rows of the first to the README', async () => {
  const document = '# Title\n\n<!-- bench -->\n\nold\n\n<!-- /bench -->\n\nThe end.\n';
  write(Object.fromEntries(documents.map((file) => [file, document])));
  await publish(result, folder());

  const titlesIn = (file: string) => Array.from(read(file).matchAll(/^\| (\S.*?) +\|/gm), ([, title]) => title);
  expect(titlesIn('docs/performance.md')).toEqual(
    expect.arrayContaining([
      'start to first response',
      'main thread, an equal failure after 2,000',
      'server error, p50',
      'envelopes of 1 MiB',
    ]),
  );
  expect(titlesIn('README.md').filter((title) => !title?.startsWith('---'))).toEqual([
    'all bytes of `/` after idle',
    'main thread, `/`',
    'main thread, a failing page',
    'first failing page of a process',
    'memory after load',
  ]);
  for (const file of documents) {
    expect(read(file)).toMatch(/^# Title\n[\s\S]*\nThe end\.\n$/);
    expect(read(file)).not.toContain('old');
  }
});

test('how busy the machine was is said in cores, with the range of the rounds', () => {
  const load = [
    { ours: 1.2, others: 0.1, loadAverage: 2 },
    { ours: 1.3, others: 0.7, loadAverage: 4 },
    { ours: 1.1, others: 0.2, loadAverage: 3 },
  ];
  expect(loadText(load)).toBe(
    'The benchmark kept 1.2 (1.1–1.3) cores busy, and other programs 0.2 (0.1–0.7); the load average was 3.0 (2.0–4.0).',
  );
});

test('a document without markers is named, and stays as it was', async () => {
  write({ 'docs/performance.md': '# Title\n' });
  for (const publishOne of publishAll(folder()))
    await expect(publishOne()).rejects.toThrow('performance.md has no markers');
  expect(read('docs/performance.md')).toBe('# Title\n');
});

test('the documents show the figures of the files beside them', async () => {
  if (process.env.UPDATE_DOCS === '1') for (const publishOne of publishAll(root)) await publishOne();
  write(Object.fromEntries(documents.map((file) => [file, published(file)])));
  for (const publishOne of publishAll(folder())) await publishOne();
  for (const file of [...documents, ...files.map((name) => `docs/${name}`)])
    expect(read(file), file).toBe(published(file));
});

const publishAll = (to: string) => [() => publish(result, to), () => publishMemory(memory, to)];
