import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildStamp } from './build-stamp.mjs';
import { closeByDefault } from './close-by-default.mjs';
import { CommandError } from './command.mjs';
import { startTool } from './processes.mjs';
import { root } from './root.mjs';

const standalone = join(root, '.next/standalone');
const stampFile = join(standalone, 'build.sha256');

/** What `npm start` runs; a deployment runs the same file. */
export const serverFile = join(standalone, 'server.js');

/** Builds `.next/standalone`, complete with its static files, unless it is already what the sources would give. */
export async function buildApplication(env) {
  const stamp = buildStamp(env);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) {
    console.log('The build is up to date.');
    return;
  }

  console.log('Building …');
  rmSync(standalone, { recursive: true, force: true });
  // An empty DSN rather than none: Next would fill in a missing one from `.env`, and a build is for any service.
  const buildEnv = { ...env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', SENTRY_DSN: '' };
  const status = await startTool('next', ['build'], buildEnv).ended;
  if (status !== 0) throw new CommandError(`The build failed: next build ended with status ${status}.`);
  if (!existsSync(serverFile)) throw new CommandError(`The build failed: it made no ${serverFile}.`);

  cpSync(join(root, 'public'), join(standalone, 'public'), { recursive: true });
  cpSync(join(root, '.next/static'), join(standalone, '.next/static'), { recursive: true });
  removeEnvFiles();
  removeSourceMaps();
  await closeByDefault(standalone);
  writeFileSync(stampFile, stamp); // Last, so that a build that died halfway has none.
}

// Next copies them: the server would go on reading old settings from them, and a deployment would carry secrets.
function removeEnvFiles() {
  for (const name of readdirSync(standalone)) {
    if (name.startsWith('.env')) rmSync(join(standalone, name));
  }
}

// The server's. Nothing reads them there: a stack in the log names the places in the built files.
function removeSourceMaps() {
  for (const file of readdirSync(standalone, { recursive: true })) {
    if (file.endsWith('.map')) rmSync(join(standalone, file));
  }
}
