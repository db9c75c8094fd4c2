import { encodedMap, FlattenMap } from '@jridgewell/trace-mapping';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { matching, readAll, serverSchema, text } from '../../candor/src/start/settings';
import { CommandError, startProcess, type Environment } from '../run/processes';
import { root } from '../run/root';

/**
 * Whether a build of this environment uploads its source maps. Empty settings of the upload count as unset.
 * @throws SettingsError naming every bad setting at once, the server's too.
 */
export function checkUpload(env: Environment): boolean {
  const isUploading = Boolean(env.SENTRY_AUTH_TOKEN);
  const optional = (name: string, check: (written: string) => string) => {
    return { name, read: (written?: string) => (written ? check(written) : undefined) };
  };
  const needed = (name: string, what: string) => {
    const check = matching(/^\w[\w-]*$/, `must be the short name of the ${what} that SENTRY_AUTH_TOKEN is for`);
    return { name, read: (written?: string) => (isUploading ? check(written ?? '') : undefined) };
  };
  // The names that Sentry accepts, except names that its tool would read as an option: https://docs.sentry.io/cli/releases/
  const releaseRule = 'must be at most 200 characters without spaces or slashes, not a dot or dash first';
  const isWebUrl = (written: string) => /^https?:/.test(written) && URL.canParse(written);
  const schema = {
    release: optional('SENTRY_RELEASE', matching(/^(?![-.])[^\s/\\]{1,200}$/, releaseRule)),
    organisation: needed('SENTRY_ORG', 'organisation'),
    project: needed('SENTRY_PROJECT', 'project'),
    url: optional('SENTRY_URL', text(isWebUrl, 'must be an address that begins with http:// or https://')),
    upload: optional('SENTRY_UPLOAD', matching(/^(required|optional)$/, 'must be required or optional')),
  };
  readAll({ ...serverSchema(false), ...schema }, env);
  return isUploading;
}

/**
 * Uploads the scripts in these folders with their source maps, by Sentry's tool, and creates the release, all within `timeoutMs`.
 * Resolves to whether it succeeded; a failure of a required upload is thrown, otherwise it is a warning.
 */
export async function uploadSourceMaps(
  folders: readonly string[],
  release: string,
  settings: Environment,
  timeoutMs = 300_000,
): Promise<boolean> {
  // With its own configuration folder the tool ignores a login of the machine's user, and leaves nothing behind.
  const home = mkdtempSync(join(tmpdir(), 'candor-upload-'));
  const ofTool = { SENTRY_CONFIG_DIR: home, SENTRY_CLI_NO_TELEMETRY: '1', SENTRY_CLI_NO_UPDATE_CHECK: '1' };
  const env: Environment = { ...process.env, ...settings, ...ofTool };
  const signal = AbortSignal.timeout(timeoutMs);
  const runTool = async (...args: string[]) => {
    const options = { env, signal, stdio: ['ignore', 'ignore', 'pipe'] } as const;
    const { child, ended } = startProcess(process.execPath, [join(root, 'node_modules/.bin/sentry'), ...args], options);
    const [status, printed] = await Promise.all([ended, child.stderr ? textOf(child.stderr) : '']);
    if (status === 0) return;
    const [line = ''] = printed.trim().split('\n'); // URLs and advice follow, or the stack of the tool.
    const sentence = line.replace(/^(Unexpected )?error: /i, '').replace(/\.$/, '');
    throw new Error(sentence || `Sentry's tool ended with status ${status}`);
  };
  try {
    folders.forEach(flattenSourceMaps);
    for (const folder of folders) await runTool('sourcemap', 'upload', '--release', release, folder);
    try {
      const named = [`${env.SENTRY_ORG}/${release}`, '--project', `${env.SENTRY_PROJECT}`];
      await runTool('release', 'create', ...named, '--finalize');
    } catch (error) {
      // Maps are found without the release, by their debug ids. Bugsink creates one at its first event.
      if (!(error instanceof Error && error.message.includes('404 Not Found'))) throw error;
      console.log('The service has no releases that a build could create.');
    }
    console.log(`The source maps of release ${release} are uploaded.`);
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const reason = signal.aborted ? `it took longer than ${timeoutMs / 1000} s` : message;
    const sentence = `The source maps were not uploaded: ${reason}.`;
    if (env.SENTRY_UPLOAD !== 'optional') throw new CommandError(`The build failed. ${sentence}`);
    console.warn(`${sentence} The build continues, since SENTRY_UPLOAD is optional.`);
    return false;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
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
