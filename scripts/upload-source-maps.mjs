import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CommandError } from './command.mjs';
import { startProcess } from './processes.mjs';
import { root } from './root.mjs';

const sentry = join(root, 'node_modules/.bin/sentry');

/**
 * Uploads the scripts in these folders with their source maps, and makes the release, all within this time. Gives back
 * whether that was done: where it is required a failure is thrown, otherwise it is a warning.
 * @param {import('../candor/server/settings').Upload} upload
 */
export async function uploadSourceMaps(folders, release, upload, { withinMs = 300_000 } = {}) {
  const { organisation, project } = upload;
  const home = mkdtempSync(join(tmpdir(), 'candor-upload-'));
  const env = toolEnv(upload, home);
  const deadline = AbortSignal.timeout(withinMs);
  try {
    for (const folder of folders) {
      await runTool(['sourcemap', 'upload', '--release', release, folder], env, deadline);
    }
    const named = `${organisation}/${release}`;
    await runTool(['release', 'create', named, '--project', project, '--finalize'], env, deadline);
    console.log(`The source maps of release ${release} are uploaded.`);
    return true;
  } catch (error) {
    const reason = deadline.aborted ? `it took longer than ${withinMs / 1000} s` : error.message;
    const sentence = `The source maps were not uploaded: ${reason}.`;
    if (upload.isRequired) throw new CommandError(`The build failed. ${sentence}`);
    console.warn(`${sentence} The build goes on, since SENTRY_UPLOAD is optional.`);
    return false;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

// A folder of its own: whoever has logged in with the tool on this machine is not who uploads, and nothing stays behind.
function toolEnv({ token, organisation, project, url }, home) {
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

async function runTool(args, env, deadline) {
  deadline.throwIfAborted();
  const { child, ended } = startProcess(process.execPath, [sentry, ...args], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const kill = () => child.kill('SIGKILL');
  deadline.addEventListener('abort', kill);
  const [status, said] = await Promise.all([ended, text(child.stderr)]);
  deadline.removeEventListener('abort', kill);
  if (status !== 0) throw new Error(firstSentence(said) || `Sentry's tool ended with status ${status}`);
}

// What follows are addresses and advice, or the stack of the tool.
function firstSentence(said) {
  const [line = ''] = said.trim().split('\n');
  return line.replace(/^(Unexpected )?error: /i, '').replace(/\.$/, '');
}
