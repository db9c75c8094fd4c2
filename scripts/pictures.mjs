import './require-node.mjs';
import { buildApplication } from './build-application.mjs';
import { findOrInstallChromium } from './chromium.mjs';
import { CommandError, runCommand } from './command.mjs';
import { installDependencies } from './install-dependencies.mjs';
import { startTool } from './processes.mjs';
import { testEnvironment } from './test-environment.mjs';

// Takes the screenshots that tests/browser/visual.spec.ts compares, and lays them out on docs/contact-sheet.webp.
await runCommand(async () => {
  await installDependencies();
  const env = testEnvironment(process.env);
  await buildApplication(env);
  const chromiumPath = await findOrInstallChromium(env);
  const { createJiti } = await import('jiti');
  const { removeScreenshots, shrinkScreenshots } = await createJiti(import.meta.url).import(
    '../tests/browser/screenshots.ts',
  );
  const { writeContactSheet } = await createJiti(import.meta.url).import('../tests/browser/contact-sheet.ts');

  removeScreenshots();
  const args = ['test', 'visual.spec', '--update-snapshots=all', '--reporter=dot'];
  const browserEnv = { ...env, ...(chromiumPath && { CHROMIUM_PATH: chromiumPath }) };
  if ((await startTool('playwright', args, browserEnv).ended) !== 0) {
    throw new CommandError('Not every page and screen could be reached: the pictures are incomplete.');
  }
  await shrinkScreenshots();
  await writeContactSheet(chromiumPath);
  return 0;
});
