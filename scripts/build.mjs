import './require-node.mjs';
import { buildApplication } from './build-application.mjs';
import { runCommand } from './command.mjs';
import { installDependencies } from './install-dependencies.mjs';
import { loadEnvFile } from './load-settings.mjs';

await runCommand(async () => {
  await installDependencies();
  loadEnvFile();
  await buildApplication(process.env);
  return 0;
});
