import { buildApplication } from './build/build-application';
import { runCommand } from './run/cli';
import { loadEnvFile } from './run/load-settings';

await runCommand(async () => {
  loadEnvFile();
  await buildApplication(process.env, process.argv.slice(2)); // Options of `next build`.
  return 0;
});
