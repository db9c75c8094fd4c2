import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { commit, firstCommit, packed, run, work } from './adopt';
import type { Fixture, Left } from './fixture';

// Not what a package manager would choose: the newest may need what its registry does not have yet.
const sdk = `@sentry/nextjs@${packageJson.dependencies['@sentry/nextjs']}`;

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
    test: () => call(['npm', 'test']),
  };
}

/** Adds Candor and a version of the SDK that it works with, as the guide says. */
export async function addPackages({ add, candor }: Adopter, { refusal }: Fixture): Promise<void> {
  if (refusal !== undefined) {
    await add(await packed(), '--legacy-peer-deps');
    const said = await candor('init').catch((error: Error) => error.message);
    if (!said.includes(refusal)) throw new Error(`init was to refuse, and said: ${said}`);
    await add(sdk);
  } else await add(await packed(), sdk);
}

/** Runs `candor init`. Gives what it leaves to a person. */
export const init = async ({ candor }: Adopter): Promise<Left[]> => readLeft(await candor('init'));

/** Each entry has the file and its line, a sentence, and perhaps the text to write, all but the first indented. */
function readLeft(printed: string): Left[] {
  const [, section = ''] = printed.split('Left for you:\n\n');
  const entries = section.matchAll(/^(\S+?)(?::\d+)?\n {2}(\S.*)\n((?: {4}.*\n|\n(?= {4}))*)/gm);
  return [...entries].map(([, path = '', says = '', write]) => ({
    path,
    says,
    write: write?.replaceAll(/^ {4}/gm, ''),
  }));
}

export async function editByHand({ top }: Adopter, { byHand = {} }: Fixture, left: readonly Left[]): Promise<void> {
  for (const [path, change] of Object.entries(byHand)) {
    const file = join(top, path);
    const before = await readFile(file, 'utf8').catch(() => '');
    const after = change(before, left);
    if (after === before) throw new Error(`${path} was not what the test expects:\n${before}`);
    await (after === undefined ? rm(file) : writeFile(file, after));
  }
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
export async function removeCandor({ top, candor, ...adopter }: Adopter, { fails, failsInPagesRouter }: Fixture) {
  for (const added of [fails, failsInPagesRouter]) if (added) await rm(join(top, added.folder), { recursive: true });
  await commit(top, 'With Candor');
  const stays = readLeft(await candor('remove')).map(({ path }) => path);
  if (stays.length === 0) return stays;
  const first = await firstCommit(top);
  for (const path of stays) {
    const before = adopter.call(['git', 'show', `${first}:./${path}`]).catch(() => undefined);
    await ((await before) === undefined ? rm(join(top, path)) : writeFile(join(top, path), (await before)!));
  }
  await commit(top, 'Without what was changed');
  await candor('remove');
  return stays;
}
