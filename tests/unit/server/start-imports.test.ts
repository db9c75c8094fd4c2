import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const candor = join(import.meta.dirname, '../../../candor/src');

/** What a module imports at once, when it is loaded itself: no types, and nothing that waits for a call. */
function importsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  return Array.from(text.matchAll(/^(?:import|export) (?!type\b)[^;]*?from '([^']+)';/gm), ([, name = '']) => name);
}

function reachedFrom(path: string, reached = new Set<string>()): Set<string> {
  if (reached.has(path)) return reached;
  reached.add(path);
  for (const name of importsOf(path)) {
    const base = join(dirname(path), name);
    const file = name.startsWith('.')
      ? [base.replace(/\.js$/, '.ts'), base.replace(/\.js$/, '.tsx')].find(existsSync)
      : undefined;
    if (file === undefined) reached.add(name);
    else reachedFrom(file, reached);
  }
  return reached;
}

test('a server without OUTBOX_URL loads nothing that speaks to Redis', () => {
  const reached = reachedFrom(join(candor, 'server/start-node.ts'));
  expect(reached).toContain(join(candor, 'outbox/disk/disk-outbox.ts'));
  expect(Array.from(reached).filter((name) => /[@#]redis|redis-|shared-outbox/.test(name))).toEqual([]);
  expect(reachedFrom(join(candor, 'outbox/redis/open-shared-outbox.ts'))).toContain(
    join(candor, 'outbox/redis/redis-link.ts'),
  );
  expect(readFileSync(join(candor, 'outbox/redis/redis-link.ts'), 'utf8')).toContain("await import('#redis/client')");
});

test('a start loads its own code by one import, and of other packages only what it needs before a failure', () => {
  const hook = readFileSync(join(candor, 'instrumentation.ts'), 'utf8');
  const ofNode = hook.slice(hook.indexOf("'nodejs'"), hook.indexOf("'edge'"));
  expect(Array.from(ofNode.matchAll(/import\('(.+?)'\)/g), ([, name]) => name)).toEqual([
    './register-node.js', // A bundler gives each import a copy of what they share.
    '#options/server',
    '#messages',
  ]);
  const reached = Array.from(reachedFrom(join(candor, 'register-node.ts')));
  const ofOthers = reached.filter((name) => !name.startsWith(candor) && !name.startsWith('node:'));
  expect(ofOthers.sort()).toEqual([
    '#sentry/core',
    '#words',
    'next/dist/server/app-render/action-async-storage.external',
    'next/dist/server/app-render/work-async-storage.external',
    'next/dist/server/app-render/work-unit-async-storage.external',
    'next/dist/server/lib/router-utils/instrumentation-globals.external',
    'sonic-boom',
  ]);
});

test('`next start` reads a configuration with our own files alone: what only a build needs is imported when one runs', () => {
  const reached = Array.from(reachedFrom(join(candor, 'config.ts'))).filter((name) => !name.startsWith('node:'));
  expect(reached.filter((name) => !name.startsWith(candor))).toEqual([]);
  expect(reached.length).toBeLessThanOrEqual(37);
});
