import { buildApplication } from './build/build-application';
import { loadEnvFile, runCommand } from './run/processes';

await runCommand(async () => {
  loadEnvFile();
  await buildApplication(process.env, process.argv.slice(2)); // Options of `next build`.
  return 0;
});
