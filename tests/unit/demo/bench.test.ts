import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { publish } from '../../soak/bench/run';
import { toText, type Result } from '../../soak/bench/table';
import { tempFolder } from '../delivery/set-up-delivery';

const result: Result = {
  ...{ measuredAt: '2026-11-28T00:00:00.000Z', node: '24.21.0', chromium: '156', cores: 2, rounds: 2 },
  figures: {
    bare: { home: [1, 1], failing: [2, 2], 'memory-start': [100, 100] },
    off: { failing: [2.1, 2.1], past: [2, 2] },
    candor: { home: [0.99, 1.5], failing: [2.8, 2.8], past: [2, 2], 'held-back': [26, 26], 'memory-start': [104, 104] },
    enforce: { home: [1.04, 1.04] },
  },
};

test('a goal is met within its limit, missed above it, and not shown where the rounds differ by more; without a figure it is neither', () => {
  const text = toText(result);
  const row = (title: string) => text.split('\n').find((line) => line.startsWith(`| ${title} |`));
  expect(text).toMatch(/^4 of \d+ goals are met with Node 24\.\n/);
  const home = '1.25 (0.99–1.50) | 1.02, **not shown** | 1.040 | 1.05';
  expect(row('main thread, `/`')).toBe(`| main thread, \`/\` | 1.00 ms | ${home} |`);
  expect(row('main thread, a failing page')).toContain('| 2.00 ms | 1.400 | 1.2, **missed** |');
  expect(row('the same, reporting off')).toContain('| 1.050 | 1.08 |');
  expect(row('longest wait of another page meanwhile')).toContain('| 26.00 ms | 25, **missed** |');
});

test('the documents have what docs/bench.json has', async () => {
  const folder = await tempFolder();
  const root = join(import.meta.dirname, '../../..');
  for (const path of ['docs/bench.json', 'docs/performance.md', 'README.md'])
    await cp(join(root, path), join(folder, path), { recursive: true });
  await publish(folder);
  for (const path of ['docs/performance.md', 'README.md']) {
    const text = await readFile(join(folder, path), 'utf8');
    if (process.env.UPDATE_DOCS) await writeFile(join(root, path), text);
    else expect(await readFile(join(root, path), 'utf8')).toBe(text);
  }
});
