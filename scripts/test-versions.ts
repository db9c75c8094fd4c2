import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as prettier from 'prettier';
import { CommandError, runCommand } from './run/cli';
import { root } from './run/root';
import { findOrInstallChromium } from './test/chromium';
import { testEnvironment } from './test/test-environment';
import { publishedVersions } from './versions/published-versions';
import { causeOf, markdownTable, rowsOf, withRows } from './versions/results-table';
import { isRed, runSet, type SetResult } from './versions/run-set';
import { setsToRun } from './versions/version-sets';

// `npm run test:versions -- [set or package@version …] [--write]`: this application with other versions of what it holds on to.

const table = join(root, 'docs/compatibility.md');

await runCommand(async () => {
  const args = process.argv.slice(2);
  const isWritten = args.includes('--write');
  const sets = await setsToRun(
    args.filter((arg) => arg !== '--write'),
    publishedVersions,
  );
  const env = testEnvironment(process.env);
  const chromium = await findOrInstallChromium(env);
  const results: SetResult[] = [];
  for (const set of sets) {
    console.log(`\n== ${set.name}: ${JSON.stringify(set.packages)}, ${set.bundler}`);
    results.push(await runSet(set, { ...env, ...(chromium && { CHROMIUM_PATH: chromium }) }, publishedVersions));
    // After each, for the case that a later one is interrupted.
    if (isWritten) writeFileSync(table, await format(withRows(readFileSync(table, 'utf8'), rowsOf(results))));
  }
  console.log(`\n${await format(markdownTable(rowsOf(results)))}`);
  for (const { set, unproven } of results) {
    if (unproven.length > 0) console.log(`${set}, not seen: ${unproven.join(', ')}`);
  }
  const red = results.filter(isRed);
  if (red.length > 0) throw new CommandError(red.map((each) => `${each.set} is red: ${causeOf(each)}`).join('\n'));
  return 0;
});

function format(markdown: string): Promise<string> {
  return prettier.format(markdown, { parser: 'markdown', printWidth: 120 });
}
