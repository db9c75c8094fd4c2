import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parse } from 'node:path';
import { expect, test } from 'vitest';
import { writeFiles } from '../../support/each-in-folder';
import { commit, emptyFolder, filesIn, init, join, remove, run, tree } from './trees';

// What the commands make of applications of several kinds. `UPDATE_GOLDEN=1` updates what is compared here.

const golden = join(import.meta.dirname, 'golden');
const fixtures = join(import.meta.dirname, '../../adoption/fixtures');
const cases = readdirSync(golden);
const ofNew = Object.entries(filesIn(join(golden, 'new/after')));

/** A text in one style and without types, whatever a team's is: `new`, `wizard` and `javascript` show that it is the team's. */
const inOneStyle = (text = '') =>
  text
    .replaceAll('"', "'")
    .replace(/;$/gm, '')
    .replace(/^type Props .*\n\n|: Props\b/gm, '');

/** What `init` writes in every application. A case has such a file only where the text is another one. */
const inEvery = (path: string) => ofNew.find(([file]) => parse(file).name === parse(path).name)?.[1];

/** The new lines of a file that the team had: wraps.test.ts and the second test here show that the others stay. */
const added = (text: string, before?: string) =>
  before === undefined
    ? text
    : text
        .split('\n')
        .filter((line) => !before.split('\n').includes(line))
        .join('\n') + '\n';

/** A copy, committed, with Candor among its packages: of `before`, else of the fixture of this name, else what create-next-app makes. */
function checkOut(name: string): string {
  const from = [join(golden, name, 'before'), join(fixtures, name)].find((path) => existsSync(path));
  if (from === undefined) return tree();
  const folder = emptyFolder();
  const isSource = (path: string) => !/\/(?:node_modules|\.next)$/.test(path);
  cpSync(from, folder, { recursive: true, filter: isSource });
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { dependencies: object };
  Object.assign(manifest.dependencies, { candor: '0.1.0' });
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, undefined, 2));
  commit(folder);
  return folder;
}

test.each(cases)('%s: what init writes and prints, on one screen', async (name) => {
  const folder = checkOut(name);
  const before = filesIn(folder);
  const { status, printed } = await run(init, folder, { yes: true });
  const differing = Object.entries(filesIn(folder)).filter(([path, text]) => text !== before[path]);
  const isOwn = ([path, text]: [string, string]) => name === 'new' || inOneStyle(inEvery(path)) !== inOneStyle(text);
  const own = Object.fromEntries(
    differing.filter(isOwn).map(([path, text]) => [path, added(text, before[path])] as const),
  );
  if (process.env.UPDATE_GOLDEN) {
    rmSync(join(golden, name, 'after'), { recursive: true, force: true });
    writeFiles(join(golden, name, 'after'), own);
    writeFileSync(join(golden, name, 'printed.txt'), printed);
  }
  expect(status).toBe(0);
  expect(printed).toBe(readFileSync(join(golden, name, 'printed.txt'), 'utf8'));
  expect(printed.trimEnd().split('\n').length).toBeLessThan(30);
  expect(own).toEqual(filesIn(join(golden, name, 'after')));
  const written = Array.from(printed.matchAll(/^ {2}(?:write|change) +(.+)$/gm), ([, path]) => path);
  expect(differing.map(([path]) => path).sort()).toEqual(written.sort());
});

test.each(cases)('%s: a second init has nothing to write, and remove leaves what the team had', async (name) => {
  const folder = checkOut(name);
  const before = filesIn(folder);
  await run(init, folder, { yes: true });
  commit(folder);
  const withCandor = filesIn(folder);
  expect((await run(init, folder, { yes: true })).printed).toMatch(/^Every file is there\./);
  expect(filesIn(folder)).toEqual(withCandor);

  await run(remove, folder, { yes: true });
  const { 'app/global-error.tsx': globalError, ...left } = before;
  // git has the screen of the wizard.
  const isReplaced = globalError?.includes('NextError') === true;
  expect(filesIn(folder)).toEqual(isReplaced ? left : before);
});
