import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linesByPath } from '../../../../scripts/versions/compare-packages';
import { changesOf, changesTable, patchedFiles } from '../../../../scripts/versions/patched-files';
import { root } from '../../docs/files';

test('every file that the manifest names is in the installed packages', () => {
  const files = patchedFiles().map((file) => `${file.package}/${file.path}`);
  expect(files).toContain('next/dist/server/after/after-context.js');
  expect(files.filter((file) => !existsSync(join(root, 'node_modules', file)))).toEqual([]);
});

test('a file of two patches is listed once, with both', () => {
  const found = patchedFiles().filter(({ path }) => path === 'dist/server/lib/start-server.js');
  expect(found).toEqual([
    { package: 'next', path: 'dist/server/lib/start-server.js', patches: ['process-exit', 'server-close'] },
  ]);
});

test('a file that changed, is gone or came is told from one that is the same', () => {
  const file = (path: string) => ({ package: 'next', path, patches: ['some'] });
  const before = ['same.js', 'changed.js', 'gone.js'];
  const after = ['same.js', 'changed.js', 'new.js'];
  const lines = linesByPath(
    [
      '2\t1\t',
      'from/changed.js',
      'to/changed.js',
      '0\t9\t',
      'from/gone.js',
      '/dev/null',
      '3\t0\t',
      '/dev/null',
      'to/new.js',
      '',
    ].join('\0'),
  );
  const changes = changesOf(
    ['same.js', 'changed.js', 'gone.js', 'new.js', 'moved.js'].map(file),
    { from: (path) => before.includes(path), to: (path) => after.includes(path) },
    lines,
  );
  expect(changes.map(({ path, state }) => `${path} ${state}`)).toEqual([
    ...['same.js same', 'changed.js changed', 'gone.js gone', 'new.js new', 'moved.js in neither'],
  ]);
  expect(changesTable(changes)).toContain('| `changed.js` | changed: +2 −1 | some |');
});
