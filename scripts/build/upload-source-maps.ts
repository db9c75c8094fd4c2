import { encodedMap, FlattenMap } from '@jridgewell/trace-mapping';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { matching, readAll, serverSchema } from '../../candor/src/start/settings';
import { CommandError, startProcess, type Environment } from '../run/processes';
import { root } from '../run/root';

/** @throws SettingsError naming every bad setting at once, the server's too. Empty settings of the upload count as unset. */
export function checkUpload(env: Environment): boolean {
  const isUploading = Boolean(env.SENTRY_AUTH_TOKEN);
  const optional = (name: string, check: (written: string) => string, isNeeded = false) => {
    return { name, read: (written?: string) => (written || isNeeded ? check(written ?? '') : undefined) };
  };
  const needed = (name: string, what: string) => {
    const rule = `must be the short name of the ${what} that SENTRY_AUTH_TOKEN is for`;
    return optional(name, isUploading ? matching(/^\w[\w-]*$/, rule) : String, isUploading);
  };
  // The names that Sentry accepts, except names that its tool would read as an option: https://docs.sentry.io/cli/releases/
  const releaseRule = 'must be at most 200 characters without spaces or slashes, not a dot or dash first';
  const schema = {
    release: optional('SENTRY_RELEASE', matching(/^(?![-.])[^\s/\\]{1,200}$/, releaseRule)),
    organisation: needed('SENTRY_ORG', 'organisation'),
    project: needed('SENTRY_PROJECT', 'project'),
  };
  readAll({ ...serverSchema(false), ...schema }, env);
  return isUploading;
}

/** Uploads scripts with their source maps by Sentry's tool. @throws CommandError saying why the upload failed */
export async function uploadSourceMaps(
  folders: readonly string[],
  release: string,
  settings: Environment,
  timeoutMs = 300_000,
): Promise<void> {
  // With its own configuration folder the tool ignores a login of the machine's user, and leaves nothing behind.
  const home = mkdtempSync(join(tmpdir(), 'candor-upload-'));
  const ofTool = { SENTRY_CONFIG_DIR: home, SENTRY_CLI_NO_TELEMETRY: '1', SENTRY_CLI_NO_UPDATE_CHECK: '1' };
  const signal = AbortSignal.timeout(timeoutMs);
  const options = {
    env: { ...process.env, ...settings, ...ofTool },
    signal,
    stdio: ['ignore', 'ignore', 'pipe'],
  } as const;
  try {
    for (const folder of folders) {
      flattenSourceMaps(folder);
      const args = [join(root, 'node_modules/.bin/sentry'), 'sourcemap', 'upload', '--release', release, folder];
      const { child, ended } = startProcess(process.execPath, args, options);
      const [status, printed] = await Promise.all([ended, child.stderr ? textOf(child.stderr) : '']);
      if (status === 0) continue;
      const [line = ''] = printed.trim().split('\n'); // URLs and advice follow, or the stack of the tool.
      const sentence = line.replace(/^(Unexpected )?error: /i, '').replace(/\.$/, '');
      throw new Error(sentence || `Sentry's tool ended with status ${status}`);
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const reason = signal.aborted ? `it took longer than ${timeoutMs / 1000} s` : message;
    throw new CommandError(`The build failed. The source maps were not uploaded: ${reason}.`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  console.log(`The source maps of release ${release} are uploaded.`);
}

/** Makes one map of each map of sections, under its debug id: Turbopack writes those, and not every service reads them. */
function flattenSourceMaps(folder: string): void {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.map')) continue;
    type Map = ConstructorParameters<typeof FlattenMap>[0] & object;
    const { sections, ...rest } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { sections?: object };
    const flat = () => encodedMap(new FlattenMap({ ...rest, sections } as Map));
    if (sections) writeFileSync(join(folder, file), JSON.stringify({ ...rest, ...flat() }));
  }
}
