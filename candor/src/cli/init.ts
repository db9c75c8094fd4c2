import { readApplication } from '../application/read-application.js';
import { codeFiles } from './code-files.js';
import { uncommitted } from './git.js';
import { missingPeers, packageCommands } from './packages.js';
import { planInit } from './plan-init.js';
import type { Plan } from '../application/plan.js';
import { lossesIn } from './sdk-setup.js';
import { showPlan, summary } from './show.js';
import type { Terminal } from './terminal.js';
import { writeIfAgreed, type Options } from './write.js';

/** @returns the status of the process. @throws CommandError */
export async function init(folder: string, options: Options, terminal: Terminal): Promise<0 | 1> {
  const { print } = terminal;
  const application = readApplication(folder);
  const packages = missingPeers(application);
  const { add } = packageCommands(folder);
  const files = codeFiles(folder);
  const planned = planInit(application, files);
  const edited = planned.changes.flatMap(({ path, before }) => (before === undefined ? [] : path));
  const dirty = uncommitted(folder, edited);
  const plan = leaveUncommitted(planned, dirty ?? []);

  const losses = lossesIn(files);
  const isDone = plan.changes.length === 0;
  print(isDone ? 'Every file is there.' : summary(plan));
  if (losses.length > 0 && !isDone) print(`Candor reports errors only, so these stop working: ${losses.join(', ')}.`);
  const shown = showPlan(plan);
  if (shown) print(shown);
  if (packages.length > 0) print(`Install first: ${add} ${packages.join(' ')}`);
  if (dirty === undefined && !isDone) print('git has no commit here, so only `npx candor remove` can undo this.');
  if (isDone) return 0;
  const status = await writeIfAgreed(folder, plan.changes, options, terminal);
  if (status !== undefined) return status;
  print('Written. Set SENTRY_DSN where the server runs, then build. `npx candor doctor` says what is missing.');
  return 0;
}

/** git is the undo: a person edits files with uncommitted changes. */
function leaveUncommitted({ changes, left }: Plan, dirty: readonly string[]): Plan {
  const isLeft = ({ path }: { path: string }) => dirty.includes(path);
  const byHand = changes.filter(isLeft).flatMap(({ path, byHand }) => (byHand ? { path, ...byHand } : []));
  return { changes: changes.filter((change) => !isLeft(change)), left: [...byHand, ...left] };
}
