import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildStamp, releaseOf } from './build-stamp.mjs';
import { closeByDefault } from './close-by-default.mjs';
import { CommandError } from './command.mjs';
import { loadUpload } from './load-settings.mjs';
import { startTool } from './processes.mjs';
import { root } from './root.mjs';
import { uploadSourceMaps } from './upload-source-maps.mjs';

const standalone = join(root, '.next/standalone');
const stampFile = join(standalone, 'build.sha256');

// Not the standalone's: Next leaves out the maps of chunks with brackets in their names, which are the pages' own.
const builtFolders = [join(root, '.next/server'), join(root, '.next/static')];

/** What `npm start` runs; a deployment runs the same file. */
export const serverFile = join(standalone, 'server.js');

/** Builds `.next/standalone`, complete with its static files, unless it is already what the sources would give. */
export async function buildApplication(env) {
  const stamp = buildStamp(env);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) {
    console.log('The build is up to date.');
    return;
  }

  const upload = await loadUpload(env);
  const release = releaseOf(env);
  console.log('Building …');
  rmSync(standalone, { recursive: true, force: true });
  // An empty DSN rather than none: Next would fill in a missing one from `.env`, and a build is for any service.
  // Nor is the token for anybody but the upload.
  const given = {
    SENTRY_DSN: '',
    SENTRY_AUTH_TOKEN: '',
    SENTRY_RELEASE: release,
    WITH_SOURCE_MAPS: upload ? 'on' : '',
  };
  const buildEnv = { ...env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...given };
  const status = await startTool('next', ['build'], buildEnv).ended;
  if (status !== 0) throw new CommandError(`The build failed: next build ended with status ${status}.`);
  if (!existsSync(serverFile)) throw new CommandError(`The build failed: it made no ${serverFile}.`);

  cpSync(join(root, 'public'), join(standalone, 'public'), { recursive: true });
  cpSync(join(root, '.next/static'), join(standalone, '.next/static'), { recursive: true });
  removeEnvFiles();
  removeSourceMaps(standalone);
  await closeByDefault(standalone);
  let isUploaded = true;
  try {
    if (upload) isUploaded = await uploadSourceMaps(builtFolders, release, upload);
  } finally {
    removeSourceMaps(join(root, '.next/static')); // Which somebody may put on a server for static files.
  }
  // Last, so that a build that died halfway has none; nor has one whose maps are missing: the next build tries again.
  if (isUploaded) writeFileSync(stampFile, stamp);
}

// Next copies them: the server would go on reading old settings from them, and a deployment would carry secrets.
function removeEnvFiles() {
  for (const name of readdirSync(standalone)) {
    if (name.startsWith('.env')) rmSync(join(standalone, name));
  }
}

// The browser's are no visitor's, and nothing reads the server's: a stack in the log names the places in the built files.
function removeSourceMaps(folder) {
  for (const file of readdirSync(folder, { recursive: true })) {
    if (file.endsWith('.map')) rmSync(join(folder, file));
  }
}
