import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, startProcess } from './application';
import { layOver } from './lay-over';
import { siteFolder } from './site-folder';
import { endAtExit } from './stop-with-tests';
import { layFailingPage } from './tested-application';

const next = 'node_modules/next/dist/bin/next';

// Next refuses `use cache` and the edge runtime in one site, and the policy pages with parameters. The site of the edge runtime has
// no route that its tests do not ask for, and is built in half the time. The development server gets a folder of its own.
const ofEdge = ['app/failing/edge', 'pages/api/failing/edge', 'app/failing/cached-pages'];
const ofNode = [
  ...['(group)', '(team)', 'boundaries', 'cached', 'cached-answers', 'caught', 'caught-in-browser', 'digests'],
  ...['heals', 'hydration', 'outages', 'places', 'process', 'says', 'throws', 'types'],
].map((name) => `app/failing/${name}`);
const sites = {
  node: { without: ofEdge, command: 'start', NODE_ENV: 'production', USE_CACHE: 'on' },
  edge: { without: ofNode, command: 'start', NODE_ENV: 'production', USE_CACHE: 'off' },
  development: { without: ofEdge, command: 'dev', NODE_ENV: 'development', USE_CACHE: 'on' },
} as const;

/** Lays the failing routes over a copy of the application, builds it if need be, and starts it. */
export async function startFailingRoutes(name: keyof typeof sites, settings: Record<string, string>) {
  const { without, command } = sites[name];
  const { folder, env } = surroundings(name);
  await layOver('failing-routes', `failing-routes-${name}`, ['next.config', 'instrumentation']);
  await layFailingPage(folder);
  for (const routes of without) await rm(join(folder, routes), { recursive: true });
  if (command === 'start') {
    const built = promisify(execFile)(process.execPath, [next, 'build'], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...env },
    });
    endAtExit(built.child);
    await built;
  }
  return startAgain(name, settings);
}

/** Starts one more process of a site that was started before. */
export function startAgain(name: keyof typeof sites, settings: Record<string, string>) {
  const { folder, env } = surroundings(name);
  return startProcess((port) => argumentsOf(name, port), { ...env, ...settings }, folder);
}

/** Starts one more process that must not go on. It is asked for no response. */
export async function startAgainInVain(name: keyof typeof sites, settings: Record<string, string>) {
  const { folder, env } = surroundings(name);
  const options = { cwd: folder, env: { PATH: process.env.PATH, ...env, ...settings } };
  const child = execFile(process.execPath, argumentsOf(name, await freePort()), options);
  endAtExit(child);
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (text: string) => (output.stdout += text));
  child.stderr?.on('data', (text: string) => (output.stderr += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...output };
}

function surroundings(name: keyof typeof sites) {
  const { NODE_ENV, USE_CACHE } = sites[name];
  return { folder: siteFolder(`failing-routes-${name}`), env: { NODE_ENV, USE_CACHE, NEXT_TELEMETRY_DISABLED: '1' } };
}

function argumentsOf(name: keyof typeof sites, port: number): string[] {
  return [next, sites[name].command, '-H', '127.0.0.1', '-p', String(port)];
}
