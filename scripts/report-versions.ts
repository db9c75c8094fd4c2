import { existsSync, readFileSync } from 'node:fs';
import { CommandError, runCommand } from './run/cli';
import { openIssues, readHosting } from './versions/open-issues';
import { resultsFile } from './versions/results-file';
import type { SetResult } from './versions/run-set';

// For a workflow, after `npm run test:versions`: opens one issue for each set of versions that is red.
await runCommand(async () => {
  const hosting = readHosting(process.env);
  if (!existsSync(resultsFile)) throw new CommandError(`There are no results: run \`npm run test:versions\` first.`);
  const results = JSON.parse(readFileSync(resultsFile, 'utf8')) as SetResult[];
  for (const sentence of await openIssues(results, hosting)) console.log(sentence);
  return 0;
});
