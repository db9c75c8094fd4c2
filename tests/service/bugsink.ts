import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../support/free-port';
import { endAtExit, endProcess } from '../support/stop-with-tests';
import { responds, waitUntil } from '../support/wait-until';

/** As its `bugsink/app_settings.py` names them. */
type BugsinkSettings = Record<string, string | number>;

/** `baseUrl`: where a proxy in front serves it. */
type Options = { installation: string; settings?: BugsinkSettings; port?: number; baseUrl?: string };

/** One of Bugsink's programs, with its output if it fails. */
export async function runBugsink(folder: string, program: string, args: string[], env: Record<string, string> = {}) {
  const how = { cwd: folder, env: { ...surroundings, ...env } };
  return (await promisify(execFile)(programPath(program), args, how)).stdout.trim();
}

/** Starts Bugsink as its manual says for one server, its web server and its worker, with a copy of the installation's database. */
export async function startBugsink({ installation, settings = {}, ...place }: Options) {
  const folder = await mkdtemp(join(tmpdir(), 'candor-bugsink-'));
  await cp(installation, folder, { recursive: true });
  const port = place.port ?? (await freePort());
  const url = `http://localhost:${port}`;
  let webServer: ChildProcess | undefined;
  let worker: ChildProcess | undefined;

  async function start(changed: BugsinkSettings = {}) {
    await writeSettings(folder, { BASE_URL: place.baseUrl ?? url, ...settings, ...changed });
    const options = [`--bind=127.0.0.1:${port}`, '--workers=2', '--no-control-socket'];
    webServer ??= startProgram(folder, 'gunicorn', [...options, 'bugsink.wsgi']);
    worker ??= startProgram(folder, 'bugsink-runsnappea', []);
    await waitUntil('Bugsink to respond', () => {
      const ended = [webServer, worker].find((program) => typeof program?.exitCode === 'number');
      if (ended) throw new Error(`${ended.spawnfile} ended with ${ended.exitCode}.`);
      return responds(`${url}/health/ready`);
    });
  }

  /** By SIGTERM each ends its workers itself. */
  async function end(signal: NodeJS.Signals) {
    const programs = [webServer, worker].filter((program) => program !== undefined);
    await Promise.all(programs.map((program) => endProcess(program, signal, signal === 'SIGKILL')));
    webServer = worker = undefined;
  }

  await start();
  return {
    url,
    basePath: new URL(place.baseUrl ?? url).pathname.replace(/\/$/, ''),
    /** Starts what of it is not running, on the same port, with other settings of its own for this time. */
    start,
    /** Ends it as an administrator does: what it is doing is done first. */
    end: () => end('SIGTERM'),
    /** Ends its web server by force. What its worker does when it is killed is lost by design, so that is left alone. */
    async killWebServer() {
      if (webServer) await endProcess(webServer, 'SIGKILL', true);
      webServer = undefined;
    },
    async stop() {
      await end('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const surroundings = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production' as const };

function programPath(program: string): string {
  if (process.env.BUGSINK_FOLDER === undefined) throw new Error('Run these tests with: npm test -- service');
  return join(process.env.BUGSINK_FOLDER, 'bin', program);
}

const secretKey = randomBytes(32).toString('hex');

/** Bugsink's own template, and what it asks its administrator to fill in. */
async function writeSettings(folder: string, settings: BugsinkSettings): Promise<void> {
  const file = join(folder, 'bugsink_conf.py');
  await rm(file, { force: true });
  await runBugsink(folder, 'bugsink-create-conf', ['--template=singleserver', `--base-dir=${folder}`]);
  const own = `
BUGSINK.update(${JSON.stringify({ ...settings })}, PHONEHOME=False)
ALLOWED_HOSTS = deduce_allowed_hosts(BUGSINK["BASE_URL"])
FORCE_SCRIPT_NAME = deduce_script_name(BUGSINK["BASE_URL"])
SECRET_KEY = ${JSON.stringify(secretKey)}
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = False
`;
  await appendFile(file, own);
}

function startProgram(folder: string, program: string, args: string[]): ChildProcess {
  // A group of its own: the web server has workers.
  const child = spawn(programPath(program), args, { cwd: folder, env: surroundings, stdio: 'ignore', detached: true });
  endAtExit(child);
  return child;
}
