import { createInterface } from 'node:readline/promises';
import { applyChanges, checkTargets, undoKilled } from './apply.js';
import { CommandError, readApplication } from './application.js';
import { exampleAddress } from './example.js';
import { uncommitted } from './git.js';
import { missingPeers, packageManagerOf, runPackageManager } from './packages.js';
import { planInit } from './plan-init.js';
import { showChanges, showLeft } from './show.js';

export type Options = {
  /** Does not ask. */
  yes: boolean;
  /** Writes nothing. */
  dryRun: boolean;
  /** Also where something is not committed. */
  allowDirty: boolean;
  /** `init` writes a page that fails on purpose, too; `remove` takes out that page alone. */
  example: boolean;
};

/** What a command needs of the world around it. */
export type Terminal = {
  print(text: string): void;
  /** `undefined`: there is nobody to ask. */
  ask?(question: string): Promise<string>;
};

/**
 * Brings Candor into the application in a folder, whole or not at all.
 * @throws CommandError in words for a person; then nothing was changed
 */
export async function init(
  folder: string,
  { yes, dryRun, allowDirty, example }: Options,
  { print, ask }: Terminal,
): Promise<void> {
  undoKilled(folder, dryRun).forEach(print);
  const application = readApplication(folder);
  const packages = missingPeers(application);
  const manager = await packageManagerOf(folder);
  const { changes, left } = planInit(application, { example });
  const isChange = changes.length > 0 || packages.length > 0;
  const dirty = uncommitted(folder);
  if (isChange && dirty.length > 0 && !allowDirty && !dryRun)
    throw new CommandError(
      `Commit or stash first, so that what is written here can be told from your own changes (or use --allow-dirty): ${dirty.slice(0, 5).join(', ')}${dirty.length > 5 ? ', …' : ''}`,
    );

  checkTargets(folder, changes);
  if (changes.length > 0) print(showChanges(changes));
  if (packages.length > 0) print(`To install with ${manager.name}: ${packages.join(' ')}`);
  if (!isChange) print('Every hook is there.');
  else if (dryRun) print('Nothing was written.');
  else if (yes || ask === undefined || /^y(es)?$/i.test(await ask('Write these changes? (y/n) '))) {
    if (packages.length > 0) runPackageManager(manager, 'add', packages, folder);
    applyChanges(folder, changes);
    print(`Written: ${changes.length} ${changes.length === 1 ? 'file' : 'files'}.`);
  } else return print('Nothing was written.');

  if (left.length > 0) print(`\nLeft for you:\n\n${showLeft(left)}`);
  if (example) {
    const address = exampleAddress(application);
    print(
      `\nThe example is at ${address}, and \`npx candor doctor --url … --fail ${address}/fails\` follows one of its failures.`,
    );
    print('Anybody can open it where it is deployed: `npx candor remove --example` takes it out.');
  }
  if (isChange && !dryRun)
    print('\nSet SENTRY_DSN where the server runs; then build. `npx candor doctor` says what is missing.');
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const print = (text: string) => void process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  if (!process.stdin.isTTY || !process.stdout.isTTY) return { print };
  return {
    print,
    async ask(question) {
      const lines = createInterface({ input: process.stdin, output: process.stdout });
      const answer = await lines.question(question);
      lines.close();
      return answer.trim();
    },
  };
}
