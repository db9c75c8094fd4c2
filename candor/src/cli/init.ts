import { readApplication } from '../application/read-application.js';
import { exampleAddress } from '../application/example.js';
import { uncommitted } from './git.js';
import { languagesOf } from './languages-of.js';
import { lossesIn } from './own-setup.js';
import { codeFiles, missingPeers, packageCommands } from './packages.js';
import { planInit } from './plan-init.js';
import type { Plan } from '../application/plan.js';
import { showPlan, summary } from './show.js';
import type { Terminal } from './terminal.js';
import { checkTarget, writeChanges } from './write.js';

export type Options = {
  /** Does not ask. */
  yes: boolean;
  /** Writes nothing. */
  dryRun: boolean;
  /** `init` writes a page that fails on purpose, too; `remove` takes out that page alone. */
  example: boolean;
};

/**
 * Brings Candor into the application in a folder.
 * @returns the status of the process
 * @throws CommandError in words for a person
 */
export async function init(
  folder: string,
  { yes, dryRun, example }: Options,
  { print, ask }: Terminal,
): Promise<0 | 1> {
  const application = readApplication(folder);
  const packages = missingPeers(application);
  const { add } = packageCommands(folder);
  const planned = planInit(application, { example });
  const edited = planned.changes.flatMap(({ path, before }) => (before === undefined ? [] : path));
  const dirty = uncommitted(folder, edited);
  const plan = leaveUncommitted(planned, dirty ?? []);
  for (const { path } of plan.changes) checkTarget(folder, path);

  const files = codeFiles(folder);
  const losses = lossesIn(files.map(({ text }) => text));
  const isDone = plan.changes.length === 0;
  if (isDone) print('Every file is there.');
  else print(summary(plan));
  if (losses.length > 0 && !isDone)
    print(
      `Candor reports errors only: ${losses.join(', ').replace(/, (?=[^,]*$)/, ' and ')} of your Sentry.init ${losses.length > 1 ? 'end' : 'ends'}.`,
    );
  const shown = showPlan(plan);
  if (shown) print(shown);
  if (packages.length > 0) print(`Install first: ${add} ${packages.join(' ')}`);
  if (dirty === undefined && !isDone) print('git has no commit here: `npx candor remove` is the undo.');
  if (example) {
    const { path, says } = exampleAddress(application, languagesOf(files)?.[0]);
    print(`The example: ${path}${says}, and \`npx candor doctor --url … --fail '${path}?fail'\`. Anybody can open it.`);
  }
  if (isDone) return 0;
  if (dryRun) return (print('Nothing was written.'), 0);
  if (!yes && ask === undefined) return (print('Nothing was written: there is no terminal to ask in. Add --yes.'), 1);
  if (!yes && !/^y(es)?$/i.test(await ask!('Write these files? (y/n) '))) return (print('Nothing was written.'), 0);
  writeChanges(folder, plan.changes);
  print('Written. Set SENTRY_DSN where the server runs, then build. `npx candor doctor` says what is missing.');
  return 0;
}

/** git is the undo: what it does not have, a person changes. */
function leaveUncommitted({ changes, left }: Plan, dirty: readonly string[]): Plan {
  const isLeft = ({ path }: { path: string }) => dirty.includes(path);
  const made = changes.filter((change) => !isLeft(change));
  // The import of withCandor moves what is below it.
  const isMoved = (path: string) => made.some((change) => change.path === path);
  return {
    changes: made,
    left: [
      ...changes.filter(isLeft).flatMap(({ path, byHand }) => (byHand ? { path, ...byHand } : [])),
      ...left.map((one) => (one.line !== undefined && isMoved(one.path) ? { ...one, line: one.line + 1 } : one)),
    ],
  };
}
