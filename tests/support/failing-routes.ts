import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startProcess } from './application';
import { freePort } from './free-port';
import { layOver } from './lay-over';
import { buildByNext, siteFolder } from './site-folder';
import { endAtExit } from './stop-with-tests';
import { layFailingPage } from './tested-application';

const next = 'node_modules/next/dist/bin/next';

// Next refuses `use cache` and the edge runtime in one site: see tests/sites/cached-components, too.
const ofEdge = ['app/failing/edge', 'pages/failing/edge-of-pages.tsx', 'app/failing/cached-pages'];
const sites = {
  built: { without: ['app/failing/cached'], command: 'start', NODE_ENV: 'production', USE_CACHE: 'off' },
  development: { without: ofEdge, command: 'dev', NODE_ENV: 'development', USE_CACHE: 'on' },
} as const;

/** Lays the failing routes over a copy of the application, builds it if need be, and starts it. */
export async function startFailingRoutes(name: keyof typeof sites, settings: Record<string, string>) {
  const { without, command } = sites[name];
  const { folder, env } = surroundings(name);
  await layOver('failing-routes', `failing-routes-${name}`, ['next.config', 'instrumentation']);
  await layFailingPage(folder);
  for (const routes of without) await rm(join(folder, routes), { recursive: true });
  if (command === 'start') await buildByNext(folder, env);
  return startAgain(name, settings);
}

/** Starts one more process of a site that was started before. */
export function startAgain(name: keyof typeof sites, settings: Record<string, string>) {
  const { folder, env } = surroundings(name);
  return startProcess((port) => argumentsOf(name, port), { ...env, ...settings }, folder);
}

/** Starts one more process that must not go on. It is asked for no response, but by `whileItRuns`, after which it is killed. */
export async function startAgainInVain(
  name: keyof typeof sites,
  settings: Record<string, string>,
  whileItRuns?: (url: string, output: { stdout: string }) => Promise<void>,
) {
  const { folder, env } = surroundings(name);
  const options = { cwd: folder, env: { PATH: process.env.PATH, ...env, ...settings } };
  const port = await freePort();
  const child = execFile(process.execPath, argumentsOf(name, port), options);
  endAtExit(child);
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (text: string) => (output.stdout += text));
  child.stderr?.on('data', (text: string) => (output.stderr += text));
  const closed = once(child, 'close') as Promise<[number | null]>;
  await whileItRuns?.(`http://127.0.0.1:${port}`, output);
  if (whileItRuns) child.kill('SIGKILL');
  const [code] = await closed;
  return { code, ...output };
}

function surroundings(name: keyof typeof sites) {
  const { NODE_ENV, USE_CACHE } = sites[name];
  return { folder: siteFolder(`failing-routes-${name}`), env: { NODE_ENV, USE_CACHE, NEXT_TELEMETRY_DISABLED: '1' } };
}

function argumentsOf(name: keyof typeof sites, port: number): string[] {
  return [next, sites[name].command, '-H', '127.0.0.1', '-p', String(port)];
}
