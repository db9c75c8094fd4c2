import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commit, firstCommit, packed, run, work } from './adopt';
import type { Fixture } from './fixture';

const npmOptions = ['--prefer-offline', '--no-audit', '--no-fund'];

/** A team's application in a repository, with its packages. */
export type Adopter = Awaited<ReturnType<typeof checkOut>>;

export async function checkOut(name: string, fixture: Fixture) {
  const top = join(work, name);
  const call = ([program = '', ...args]: readonly string[]) => run(top, program, args);
  await rm(top, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  if (fixture.make) await fixture.make(top);
  else {
    const isSource = (path: string) => !/\/(node_modules|\.next)$/.test(path); // Nothing that somebody left there.
    await cp(join(import.meta.dirname, 'fixtures', name), top, { recursive: true, filter: isSource });
  }
  await run(top, 'git', ['init', '--quiet']);
  await commit(top);
  if (!fixture.make) await call(['npm', 'ci', ...npmOptions]);
  return {
    top,
    call,
    add: (...packages: string[]) => call(['npm', 'install', ...npmOptions, ...packages]),
    candor: (command: 'init' | 'remove', ...options: string[]) =>
      call(['npx', '--no-install', 'candor', command, '--yes', ...options]),
    build: () => call(['sh', '-c', 'npx --no-install next build 2>&1']),
    test: () => call(['npm', 'test', '--if-present']),
  };
}

/** Runs `candor init`, installs what it names, and does by hand what it prints, as a person would. Gives the lines that it printed. */
export async function bringIn(adopter: Adopter, fixture: Fixture): Promise<string[]> {
  const { top, add, candor } = adopter;
  // Without peers: the newest may need what its registry does not have yet.
  await add(await packed(), '--legacy-peer-deps');
  const printed = await candor('init');
  const [, packages] = /^Install first: npm install (.*)$/m.exec(printed) ?? [];
  if (packages !== undefined) await add(...packages.split(' '));
  await follow(top, printed, fixture.byHand);
  return printed.trimEnd().split('\n');
}

type Step = { path: string; line: number | undefined; says: string; write: string };

/** The entries below `By hand:`: a file and its line, a sentence, and perhaps the text to paste, indented. */
function stepsIn(printed: string): Step[] {
  const [, section = ''] = printed.split(/^By hand:\n/m);
  return Array.from(
    section.matchAll(/^([^\s:]\S*?)(?::(\d+))? {2}(\S.*)\n((?: {4}.*\n)*)/gm),
    ([, path = '', line, says = '', write = '']) => ({
      path,
      line: line === undefined ? undefined : Number(line),
      says,
      write: write.replaceAll(/^ {4}/gm, ''),
    }),
  );
}

/** What each sentence asks for, by its end: the new lines of a file, or none. */
const actions: [RegExp, (lines: string[], step: { at: number; write: string[] }) => string[] | undefined][] = [
  [/Replace this file with:$/, (_, { write }) => [...write, '']],
  [/Replace this line with:$/, (lines, { at, write }) => lines.toSpliced(at, 1, ...write)],
  [/Add below this line:$/, (lines, { at, write }) => lines.toSpliced(at + 1, 0, ...write)],
  [/Add at the top:$/, (lines, { write }) => [...write, ...lines]],
  [/Delete this line\.$/, (lines, { at }) => lines.toSpliced(at, 1)],
  [/Delete this file\.$/, () => undefined],
];

/** Good to know, and nothing that has to be done. */
const isAdvice = /visitors see no reference|Anybody can make this site fail|Events that were not sent/;

/** @param byHand the whole text of each file for which a sentence alone is printed */
async function follow(top: string, printed: string, byHand: Record<string, string> = {}): Promise<string[]> {
  const open: string[] = [];
  for (const { path, line = 1, says, write } of stepsIn(printed)) {
    const [, action] = actions.find(([end]) => end.test(says)) ?? [];
    const file = join(top, path);
    if (action === undefined) {
      if (byHand[path] !== undefined) await writeFile(file, byHand[path]);
      else if (!isAdvice.test(says)) open.push(path);
      continue;
    }
    const text = action((await readFile(file, 'utf8')).split('\n'), {
      at: line - 1,
      write: write.trimEnd().split('\n'),
    });
    await (text === undefined ? rm(file) : writeFile(file, text.join('\n')));
  }
  return open;
}

/** Adds pages that fail, one for each kind of failure. */
export async function addFailures({ top }: Adopter, { fails, failsInPagesRouter }: Fixture): Promise<void> {
  const failures = join(import.meta.dirname, 'failures');
  for (const [router, to] of Object.entries({ app: fails, pages: failsInPagesRouter })) {
    if (to === undefined) continue;
    await cp(join(failures, router), join(top, to.folder), { recursive: true });
  }
  const configuration = (await run(top, 'sh', ['-c', 'cat next.config.*'])).includes('cacheComponents: true');
  const page = join(top, fails.folder, 'render/page.tsx');
  // Only with Cache Components a page may, and has to, say that it waits for its request.
  if (!configuration) await writeFile(page, (await readFile(page, 'utf8')).replace(/export const instant.*\n/, ''));
}

/** Takes Candor out by command, from a tree in which everything is committed, and by hand what the command names. */
export async function removeCandor({ top, call, candor }: Adopter, { fails, failsInPagesRouter }: Fixture) {
  for (const added of [fails, failsInPagesRouter]) if (added) await rm(join(top, added.folder), { recursive: true });
  await commit(top, 'With Candor');
  const printed = await candor('remove');
  const first = await firstCommit(top);
  for (const path of await follow(top, printed)) {
    await writeFile(join(top, path), await call(['git', 'show', `${first}:./${path}`]));
  }
  const [, uninstall = ''] = /^Then: (.*)$/m.exec(printed) ?? [];
  await call(uninstall.split(' '));
}
