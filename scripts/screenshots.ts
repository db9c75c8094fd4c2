import { removeScreenshots, shrinkScreenshots, writeContactSheet } from '../tests/browser/demo/contact-sheet';
import { buildApplication } from './build/build-application';
import { CommandError, runCommand, startTool } from './run/processes';
import { findPrograms, testEnvironment } from './test/programs';

// Retakes the screenshots that tests/browser/demo/visual.spec.ts compares, and lays them out on docs/contact-sheet.webp.
await runCommand(async () => {
  const env = testEnvironment(process.env);
  await buildApplication(env);
  const found = await findPrograms(['CHROMIUM_PATH'], env);

  removeScreenshots();
  const args = ['test', 'visual.spec', '--update-snapshots=all', '--reporter=dot'];
  if ((await startTool('playwright', args, { ...env, ...found }).ended) !== 0) {
    throw new CommandError('Not every page and screen could be reached: the screenshots are incomplete.');
  }
  await shrinkScreenshots();
  await writeContactSheet(found.CHROMIUM_PATH);
  return 0;
});
