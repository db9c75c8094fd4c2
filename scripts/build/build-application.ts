import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildRelease } from '../../candor/src/build/build-release';
import { CommandError, startNode, startTool, type Environment } from '../run/processes';
import { root } from '../run/root';
import { buildFingerprint } from './build-fingerprint';
import { checkUpload, uploadSourceMaps } from './upload-source-maps';

const standalone = join(root, '.next/standalone');
const fingerprintFile = join(standalone, 'build.sha256');
const packageScript = join(root, 'candor/scripts/build.mjs');

// Not in the standalone folder: Next leaves out the maps of chunks with brackets in their names, which belong to the pages.
const builtFolders = [join(root, '.next/server'), join(root, '.next/static')];

/** The server that `npm start` runs; a deployment runs the same file. */
export const serverFile = join(standalone, 'server.js');

/** Compiles the package, unless that is up to date. */
export async function buildPackage(env: Environment, ...options: '--types'[]): Promise<void> {
  const status = await startNode([packageScript, ...options], env).ended;
  if (status !== 0) throw new CommandError(`The package was not built: its compiler ended with status ${status}.`);
}

export function followPackage(env: Environment): void {
  void startNode([packageScript, '--watch'], env).ended.then(() =>
    console.error('The compiler of the package ended by itself; its changes are not followed any longer.'),
  );
}

/** Builds `.next/standalone`, with its static files, unless it is up to date. `options` are those of `next build`. */
export async function buildApplication(env: Environment, options: readonly string[] = []): Promise<void> {
  const fingerprint = [buildFingerprint(env), ...options].join(' ');
  if (existsSync(fingerprintFile) && readFileSync(fingerprintFile, 'utf8') === fingerprint) {
    console.log('The build is up to date.');
    return;
  }

  const isUploading = checkUpload(env);
  const release = buildRelease(env, root);
  console.log('Building …');
  await buildPackage(env);
  rmSync(standalone, { recursive: true, force: true });
  const status = await startTool('next', ['build', ...options], {
    ...env,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    // Empty and not left out, because Next would read a missing one from `.env`: a build is for any service.
    SENTRY_DSN: '',
    SENTRY_AUTH_TOKEN: '', // Only for the upload.
    SENTRY_RELEASE: release,
    WITH_SOURCE_MAPS: isUploading ? 'on' : '',
  }).ended;
  if (status !== 0) throw new CommandError(`The build failed: next build ended with status ${status}.`);
  if (!existsSync(serverFile)) throw new CommandError(`The build failed: it made no ${serverFile}.`);

  for (const folder of ['public', '.next/static'])
    cpSync(join(root, folder), join(standalone, folder), { recursive: true });
  // Next copies them: the server would still read old settings from them, and a deployment would carry secrets.
  for (const name of readdirSync(standalone)) if (name.startsWith('.env')) rmSync(join(standalone, name));
  if (isUploading) removeSourceMaps(standalone); // The service has them.
  try {
    if (isUploading) await uploadSourceMaps(builtFolders, release, env);
  } finally {
    if (isUploading) removeSourceMaps(join(root, '.next/static')); // Operators may put this folder on a server for static files.
  }
  writeFileSync(fingerprintFile, fingerprint); // Last, so that an interrupted build has none.
}

// Visitors must not get those of the browser, and nothing reads the server's once they are uploaded.
function removeSourceMaps(folder: string): void {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of files) if (file.endsWith('.map')) rmSync(join(folder, file));
}
