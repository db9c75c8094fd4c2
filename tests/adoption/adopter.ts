import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commit, gitignore, npmOptions, packed, run, startRepository, tsconfig, work, writeFiles } from './adopt';
import type { Fixture } from './fixture';

/** A team's application in a repository, with its packages. */
export type Adopter = Awaited<ReturnType<typeof checkOut>>;

export async function checkOut(name: string, fixture: Fixture) {
  const top = join(work, name);
  const call = ([program = '', ...args]: readonly string[]) => run(top, program, args);
  await rm(top, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  await (fixture.make ?? copyFixture)(top, name);
  await startRepository(top);
  if (!fixture.make) await call(['npm', 'ci', ...npmOptions]);
  return {
    top,
    call,
    add: (...packages: string[]) => call(['npm', 'install', ...npmOptions, ...packages]),
    candor: (command: 'init' | 'remove') => call(['npx', '--no-install', 'candor', command, '--yes']),
    build: () => call(['sh', '-c', 'npx --no-install next build 2>&1']),
  };
}

async function copyFixture(top: string, name: string): Promise<void> {
  const isSource = (path: string) => !/\/(node_modules|\.next)$/.test(path);
  await cp(join(import.meta.dirname, 'fixtures', name), top, { recursive: true, filter: isSource });
  const own = JSON.parse(await readFile(join(top, 'tsconfig.json'), 'utf8')) as Partial<typeof tsconfig>;
  const compilerOptions = { ...tsconfig.compilerOptions, ...own.compilerOptions };
  await writeFiles(top, { '.gitignore': gitignore, 'tsconfig.json': { ...tsconfig, compilerOptions } });
}

/** Runs `candor init`, installs what it names, and does by hand what it prints, as a person would. Gives the lines that it printed. */
export async function bringIn(adopter: Adopter, fixture: Fixture): Promise<string[]> {
  const { top, add, candor } = adopter;
  // Without peers: the newest may need what its registry does not have yet.
  await add(packed, '--legacy-peer-deps');
  const printed = await candor('init');
  const [, packages] = /^Install first: npm install (.*)$/m.exec(printed) ?? [];
  if (packages !== undefined) await add(...packages.split(' '));
  await follow(top, printed, fixture.byHand);
  return printed.trimEnd().split('\n');
}

/** What each sentence asks for, by its end: the new lines of a file, or none. */
const actions: [RegExp, (lines: string[], at: number, write: string[]) => string[] | undefined][] = [
  [/Replace this file with:$/, (_, __, write) => [...write, '']],
  [/Replace this line with:$/, (lines, at, write) => lines.toSpliced(at, 1, ...write)],
  [/Add below this line:$/, (lines, at, write) => lines.toSpliced(at + 1, 0, ...write)],
  [/Add at the top:$/, (lines, _, write) => [...write, ...lines]],
  [/Delete this line\.$/, (lines, at) => lines.toSpliced(at, 1)],
  [/Delete this file\.$/, () => undefined],
];

/** Good to know, and nothing that has to be done. */
const isAdvice = /visitors see no reference|Unsent events/;

/**
 * Follows the entries below `By hand:`: a file and its line, a sentence, and perhaps the text to paste, indented.
 * @param byHand the whole text of each file for which a sentence alone is printed
 * @returns the files of the other sentences
 */
async function follow(top: string, printed: string, byHand: Record<string, string> = {}): Promise<string[]> {
  const open: string[] = [];
  const [, section = ''] = printed.split(/^By hand:\n/m);
  const entries = section.matchAll(/^([^\s:]\S*?)(?::(\d+))? {2}(\S.*)\n((?: {4}.*\n)*)/gm);
  for (const [, path = '', line = '1', says = '', text = ''] of entries) {
    const file = join(top, path);
    const [, action] = actions.find(([end]) => end.test(says)) ?? [];
    if (action) {
      const write = text.replaceAll(/^ {4}/gm, '').trimEnd().split('\n');
      const changed = action((await readFile(file, 'utf8')).split('\n'), Number(line) - 1, write);
      await (changed === undefined ? rm(file) : writeFile(file, changed.join('\n')));
    } else if (byHand[path] !== undefined) await writeFile(file, byHand[path]);
    else if (!isAdvice.test(says)) open.push(path);
  }
  return open;
}

/** Adds pages that fail, one for each kind of failure. */
export async function addFailures({ top }: Adopter, { fails, failsInPagesRouter }: Fixture): Promise<void> {
  const copy = (from: string, to: string) =>
    cp(join(import.meta.dirname, 'failures', from), join(top, to), { recursive: true });
  await copy('app', fails.folder);
  if (failsInPagesRouter) await copy('pages', failsInPagesRouter.folder);
}

/** Takes Candor out by command, from a tree in which everything is committed, and by hand what the command names. */
export async function removeCandor({ top, call, candor }: Adopter, { fails, failsInPagesRouter }: Fixture) {
  for (const added of [fails, failsInPagesRouter]) if (added) await rm(join(top, added.folder), { recursive: true });
  await commit(top, 'With Candor');
  const printed = await candor('remove');
  for (const path of await follow(top, printed)) await call(['git', 'checkout', 'before', '--', path]);
  const [, uninstall = ''] = /^Then: (.*)$/m.exec(printed) ?? [];
  await call(uninstall.split(' '));
}
