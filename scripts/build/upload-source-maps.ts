import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CommandError } from '../run/cli';
import { startProcess, type Environment } from '../run/processes';
import { root } from '../run/root';
import { flattenSourceMaps } from './flatten-source-maps';
import type { Upload } from './upload-settings';

const sentry = join(root, 'node_modules/.bin/sentry');

/**
 * Uploads the scripts in these folders with their source maps and creates the release, all within `timeoutMs`.
 * Resolves to whether it succeeded; a failure of a required upload is thrown, otherwise it is a warning.
 */
export async function uploadSourceMaps(
  folders: readonly string[],
  release: string,
  upload: Upload,
  { timeoutMs = 300_000 }: { timeoutMs?: number } = {},
): Promise<boolean> {
  const home = mkdtempSync(join(tmpdir(), 'candor-upload-'));
  const env = toolEnv(upload, home);
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    flattenSourceMaps(folders);
    for (const folder of folders) {
      await runTool(['sourcemap', 'upload', '--release', release, folder], env, deadline);
    }
    await createRelease(release, upload, env, deadline);
    console.log(`The source maps of release ${release} are uploaded.`);
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const reason = deadline.aborted ? `it took longer than ${timeoutMs / 1000} s` : message;
    const sentence = `The source maps were not uploaded: ${reason}.`;
    if (upload.isRequired) throw new CommandError(`The build failed. ${sentence}`);
    console.warn(`${sentence} The build goes on, since SENTRY_UPLOAD is optional.`);
    return false;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

// Maps are found without the release, by their debug ids. Bugsink has nothing that creates one: it does it at the first event.
async function createRelease(
  release: string,
  { organisation, project }: Upload,
  env: Environment,
  deadline: AbortSignal,
): Promise<void> {
  const named = `${organisation}/${release}`;
  try {
    await runTool(['release', 'create', named, '--project', project, '--finalize'], env, deadline);
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('404 Not Found'))) throw error;
    console.log('The service has no releases that a build could create.');
  }
}

// With its own configuration folder the tool ignores a login of the machine's user, and leaves nothing behind.
function toolEnv({ token, organisation, project, url }: Upload, home: string): Environment {
  return {
    ...process.env,
    SENTRY_AUTH_TOKEN: token,
    SENTRY_ORG: organisation,
    SENTRY_PROJECT: project,
    ...(url && { SENTRY_URL: url }),
    SENTRY_CONFIG_DIR: home,
    SENTRY_CLI_NO_TELEMETRY: '1',
    SENTRY_CLI_NO_UPDATE_CHECK: '1',
  };
}

async function runTool(args: readonly string[], env: Environment, deadline: AbortSignal): Promise<void> {
  deadline.throwIfAborted();
  const { child, ended } = startProcess(process.execPath, [sentry, ...args], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const kill = () => child.kill('SIGKILL');
  deadline.addEventListener('abort', kill);
  const [status, printed] = await Promise.all([ended, child.stderr ? text(child.stderr) : '']);
  deadline.removeEventListener('abort', kill);
  if (status !== 0) throw new Error(firstSentence(printed) || `Sentry's tool ended with status ${status}`);
}

// URLs and advice follow the first line, or the stack of the tool.
function firstSentence(printed: string): string {
  const [line = ''] = printed.trim().split('\n');
  return line.replace(/^(Unexpected )?error: /i, '').replace(/\.$/, '');
}
