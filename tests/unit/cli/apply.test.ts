import {
  chmodSync,
  chownSync,
  utimesSync,
  existsSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { journalName } from '../../../candor/src/cli/apply';
import { eachCompiled, type Interruption } from './compiled';
import { filesIn, init, join, newApplication, put, remove, run } from './trees';

// What the next command leaves after one that was killed, or that met a full disk, is compared with what it leaves after one that ended:
// to the byte, and with the folders.

const start = eachCompiled();
type Name = 'init --example' | 'remove';

let work: string;
/** The application before `init`, and after it. */
let bare: string;
let adopted: string;

beforeAll(async () => {
  work = realpathSync(mkdtempSync(join(tmpdir(), 'candor-killed-')));
  chmodSync(work, 0o755); // For nobody.
  put(work, 'bin/npm', '#!/bin/sh\n'); // Packages are the package manager's.
  chmodSync(join(work, 'bin/npm'), 0o755);
  bare = join(work, 'bare');
  const own = ['global-error', 'not-found', 'forbidden', 'unauthorized'].map((name) => [
    `app/${name}.tsx`,
    '// Ours. Ä\n',
  ]);
  for (const [path, text] of Object.entries({ ...newApplication, ...Object.fromEntries(own) } as typeof newApplication))
    put(bare, path, text);
  put(
    bare,
    'instrumentation-client.ts',
    `import { init } from '@sentry/nextjs';\n\ninit({ ignoreErrors: ['Ä'], beforeSend: (event) => event });\n`,
  );
  put(bare, 'next.config.ts', `${newApplication['next.config.ts']}// ${'Ä'.repeat(50)}\n`);
  adopted = copyOf(bare);
  await run(init, adopted, { example: true });
  expect(filesIn(adopted)).toHaveProperty(['sentry.client.config.ts']);
}, 120_000);
afterAll(() => rmSync(work, { recursive: true }), 120_000);
beforeEach(() => void vi.stubEnv('PATH', `${join(work, 'bin')}:${process.env.PATH}`));

function copyOf(folder: string): string {
  const copy = mkdtempSync(join(work, 'tree-'));
  cpSync(folder, copy, { recursive: true, preserveTimestamps: true });
  return copy;
}

const all = (folder: string) => ({ files: filesIn(folder), paths: readdirSync(folder, { recursive: true }).sort() });

/** Copies of a tree, in each of which a command was ended at another one of every third step; where the way is of writing a file, at those that write. */
async function* interrupted(name: Name, folder: string, ...ways: NonNullable<Interruption['how']>[]) {
  const { steps, status } = await start(`${name} --yes`, copyOf(folder));
  expect(status).toBe(0);
  for (const [index, step] of steps.entries())
    for (const how of ways) {
      if (index % 3 > 0 || (how !== 'before' && step !== 'writeFileSync')) continue;
      const tree = copyOf(folder);
      const ended = await start(`${name} --yes`, tree, { at: index + 1, how });
      const journal = join(tree, journalName);
      if (existsSync(journal)) utimesSync(journal, 0, 0); // A person takes longer for the next command.
      yield { tree, where: `${how} ${step} ${index + 1}`, ended };
      rmSync(tree, { recursive: true });
    }
}

async function expectWholeOrNothing(killed: string, where: string) {
  const whole = copyOf(killed);
  await run(init, whole, { example: true });
  expect(all(whole), `init after ${where}`).toEqual(all(adopted));
  rmSync(whole, { recursive: true });
  await run(remove, killed);
  expect(all(killed), `remove after ${where}`).toEqual(all(bare));
}

test.each([
  ['init --example', () => bare],
  ['remove', () => adopted],
] as const)(
  '%s that is killed at any step is undone by the next command',
  async (name, from) => {
    let kills = 0;
    for await (const { tree, where, ended } of interrupted(name, from(), 'before', 'halfway')) {
      expect(ended.signal, where).toBe('SIGKILL');
      await expectWholeOrNothing(tree, where);
      kills += 1;
    }
    expect(kills).toBeGreaterThan(5);
  },
  300_000,
);

test('a command that is killed while it undoes another one is undone, too', async () => {
  const { steps } = await start('init --example --yes', copyOf(bare));
  const written = copyOf(bare);
  await start('init --example --yes', written, { at: steps.length, how: 'before' });
  for await (const { tree, where, ended } of interrupted('remove', written, 'before')) {
    expect(ended.signal, where).toBe('SIGKILL');
    await expectWholeOrNothing(tree, where);
  }
}, 300_000);

test.each([
  ['init --example', () => bare],
  ['remove', () => adopted],
] as const)(
  '%s on a disk that is full at any step says so, and changes nothing',
  async (name, from) => {
    let refusals = 0;
    for await (const { tree, where, ended } of interrupted(name, from(), 'full')) {
      expect(ended.stderr, where).toMatch(/ENOSPC: no space left on device.*(Nothing was changed|was undone)\.\n$/);
      expect(all(tree), where).toEqual(all(from()));
      refusals += 1;
    }
    expect(refusals).toBeGreaterThan(0);
  },
  300_000,
);

test('where a full disk prevents undoing, too, the next command has what it needs', async () => {
  for await (const { tree, where, ended } of interrupted('init --example', bare, 'stays full')) {
    expect(ended.stderr, where).toMatch(
      /Nothing was changed\.|was undone\.|could not be undone: ENOSPC.*Run this again/,
    );
    await expectWholeOrNothing(tree, where);
  }
}, 300_000);

test('of two commands at once one writes, and the tree is whole', async () => {
  for (const [name, from, to] of [
    ['init --example', bare, adopted],
    ['remove', adopted, bare],
  ] as const) {
    const tree = copyOf(from);
    const both = await Promise.all([start(`${name} --yes`, tree), start(`${name} --yes`, tree)]);
    expect(both.map(({ status }) => status)).toContain(0);
    for (const { status, stderr } of both)
      expect(stderr).toMatch(
        status === 0 ? /^$/ : /^(Another command of Candor is writing here|.* was changed in the meantime)/,
      );
    expect(all(tree)).toEqual(all(to));
  }
});

/** As root nothing is read-only: then the tree is nobody's, and a command becomes nobody before it looks. */
const user = process.getuid?.() === 0 ? 65_534 : undefined;

test.each([
  ['file', 'next.config.ts', 0o444, 'next.config.ts cannot be written: EACCES'],
  ['folder', 'app', 0o555, 'app/monitoring/route.ts cannot be written: EACCES'],
])('a %s that is read-only is named, and nothing is written', async (_, path, mode, says) => {
  const tree = copyOf(bare);
  chmodSync(join(tree, path), mode);
  if (user !== undefined)
    for (const one of ['.', ...all(tree).paths]) chownSync(join(tree, one.toString()), user, user);
  const { status, stderr } = await start('init --yes', tree, { ...(user !== undefined && { user }) });
  expect(stderr).toContain(says);
  expect(status).toBe(1);
  expect(all(tree)).toEqual(all(bare));
});

test('what a person writes while a command asks stays', async () => {
  const tree = copyOf(bare);
  const edit = () => {
    put(tree, 'next.config.ts', '// mine\n');
    return Promise.resolve('y');
  };
  await expect(run(init, tree, {}, edit)).rejects.toThrow('next.config.ts was changed in the meantime');
  expect(all(tree).files).toEqual({ ...all(bare).files, 'next.config.ts': '// mine\n' });
});

test('a process number that is another one’s by now stops nobody', async () => {
  const tree = copyOf(bare);
  await start('init --yes', tree, { at: 4, how: 'before' });
  const journal = filesIn(tree)[journalName]!;
  put(tree, journalName, journal.replace(/"process":\d+/, `"process":${process.ppid}`));
  await expect(run(init, tree)).rejects.toThrow('Another command of Candor is writing here');
  utimesSync(join(tree, journalName), 0, 0);
  await run(init, tree, { example: true });
  expect(all(tree)).toEqual(all(adopted));
});
