import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../run/cli';
import { loadUpload } from '../run/load-settings';
import { startTool, type Environment } from '../run/processes';
import { root } from '../run/root';
import { addPortCheck } from './add-port-check';
import { buildPackage } from './build-package';
import { buildFingerprint } from './build-fingerprint';
import { releaseOf } from './release';
import { uploadSourceMaps } from './upload-source-maps';

const standalone = join(root, '.next/standalone');
const fingerprintFile = join(standalone, 'build.sha256');

// Not in the standalone folder: Next leaves out the maps of chunks with brackets in their names, which belong to the pages.
const builtFolders = [join(root, '.next/server'), join(root, '.next/static')];

/** The server that `npm start` runs; a deployment runs the same file. */
export const serverFile = join(standalone, 'server.js');

/**
 * Builds `.next/standalone`, complete with its static files, unless it is up to date.
 * @param options more options of `next build`
 */
export async function buildApplication(env: Environment, options: readonly string[] = []): Promise<void> {
  const fingerprint = [buildFingerprint(env), ...options].join(' ');
  if (existsSync(fingerprintFile) && readFileSync(fingerprintFile, 'utf8') === fingerprint) {
    console.log('The build is up to date.');
    return;
  }

  const upload = loadUpload(env);
  const release = releaseOf(env);
  console.log('Building …');
  await buildPackage(env);
  rmSync(standalone, { recursive: true, force: true });
  const buildEnv = {
    ...env,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    // Empty and not left out, because Next would read a missing one from `.env`: a build is for any service.
    SENTRY_DSN: '',
    SENTRY_AUTH_TOKEN: '', // Only for the upload.
    SENTRY_RELEASE: release,
    WITH_SOURCE_MAPS: upload ? 'on' : '',
  };
  const status = await startTool('next', ['build', ...options], buildEnv).ended;
  if (status !== 0) throw new CommandError(`The build failed: next build ended with status ${status}.`);
  if (!existsSync(serverFile)) throw new CommandError(`The build failed: it made no ${serverFile}.`);

  cpSync(join(root, 'public'), join(standalone, 'public'), { recursive: true });
  cpSync(join(root, '.next/static'), join(standalone, '.next/static'), { recursive: true });
  removeEnvFiles();
  if (upload) removeSourceMaps(standalone); // The service has them.
  addPortCheck(standalone);
  let isUploaded = true;
  try {
    if (upload) isUploaded = await uploadSourceMaps(builtFolders, release, upload);
  } finally {
    if (upload) removeSourceMaps(join(root, '.next/static')); // Operators may put this folder on a server for static files.
  }
  // Last, so that an interrupted build has none. Nor has a build whose maps are missing: the next build tries again.
  if (isUploaded) writeFileSync(fingerprintFile, fingerprint);
}

// Next copies them: the server would go on reading old settings from them, and a deployment would carry secrets.
function removeEnvFiles(): void {
  for (const name of readdirSync(standalone)) {
    if (name.startsWith('.env')) rmSync(join(standalone, name));
  }
}

// Visitors must not get those of the browser, and nothing reads the server's once they are uploaded.
function removeSourceMaps(folder: string): void {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith('.map')) rmSync(join(folder, file));
  }
}
