import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port';
import { endAtExit, endProcess } from './stop-with-tests';
import { waitUntil } from './wait-until';

const documented = join(import.meta.dirname, '../../docs/nginx.conf');

/**
 * nginx with the documented settings, before the instances that listen on these ports of 127.0.0.1, or at these addresses.
 * @param page the file that it sends to browsers while none of them responds; without one it has a sentence
 */
export async function startNginx(instances: (number | string)[], page?: string) {
  const text = await readFile(documented, 'utf8');
  const content = page === undefined ? undefined : await readFile(page, 'utf8');
  const addresses = instances.map((one) => (typeof one === 'number' ? `127.0.0.1:${one}` : one));
  return runNginx({
    configure: (place) => filledIn(text, { ...place, addresses }),
    // A copy, since it serves as somebody who may not read the folders of this user.
    ...(content !== undefined && { files: { 'unavailable.html': content } }),
  });
}

type Place = { folder: string; port: number };

/**
 * nginx with these settings, which listens on `port` and may write to `tmp` in `folder`.
 * @param options.files texts that it may read, by their names in `folder`
 * @param options.copies files and folders that it may read, by their names in `folder`
 */
export async function runNginx({
  configure,
  files = {},
  copies = {},
}: {
  configure: (place: Place) => string;
  files?: Record<string, string>;
  copies?: Record<string, string>;
}) {
  const folder = await mkdtemp(join(tmpdir(), 'candor-nginx-'));
  await chmod(folder, 0o755); // Started by root, nginx serves as somebody else.
  const port = await freePort();
  const url = `http://localhost:${port}`;
  await mkdir(join(folder, 'tmp'));
  await writeFile(join(folder, 'candor.conf'), configure({ folder, port }));
  await writeFile(join(folder, 'nginx.conf'), frame);
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  for (const [name, from] of Object.entries(copies)) await cp(from, join(folder, name), { recursive: true });

  const args = ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr', '-g', 'daemon off;'];
  const child = spawn(process.env.NGINX_PATH ?? 'nginx', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  endAtExit(child);
  const said: string[] = [];
  child.stderr.on('data', (text: Buffer) => void said.push(text.toString()));
  await once(child, 'spawn').catch((cause: unknown) => {
    throw new Error('nginx cannot be started, and this test needs it: sudo apt-get install nginx', { cause });
  });
  await waitUntil('nginx to respond', () => {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}:\n${said.join('')}`);
    return fetch(url, { method: 'HEAD' }).catch(() => undefined);
  });

  return {
    url,
    /** What it wrote to its log, at `warn` and above. */
    said,
    /** The line of the request for this path in its other log, which it writes after the response. */
    logged: (path: string) =>
      waitUntil(`a line of ${path}`, async () => {
        const lines = (await readFile(join(folder, 'access.log'), 'utf8')).split('\n').slice(0, -1);
        return lines.map((line) => JSON.parse(line) as Record<string, string>).find((line) => line.path === path);
      }),
    /** How many responses it keeps. */
    async kept(): Promise<number> {
      const entries = await readdir(join(folder, 'tmp/candor'), { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).length;
    },
    async stop() {
      await endProcess(child, 'SIGTERM'); // It ends its workers itself.
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What Debian's own nginx.conf does around the files of `conf.d`, for a server of nobody else's. */
const frame = `
worker_processes 2;
pid nginx.pid;
error_log stderr warn;
events {}
http {
  access_log off;
  client_body_temp_path tmp/body;
  proxy_temp_path tmp/proxy;
  fastcgi_temp_path tmp/fastcgi;
  uwsgi_temp_path tmp/uwsgi;
  scgi_temp_path tmp/scgi;
  include candor.conf;
}
`;

function filledIn(text: string, { folder, port, addresses }: Place & { addresses: string[] }): string {
  const servers = [...text.matchAll(/( +server )127\.0\.0\.1:3001(.*\n)(?:\1[\d.:]+\2)+/g)].map(
    ([all, before, after]) => [all, addresses.map((address) => `${before}${address}${after}`).join('')],
  );
  const places = {
    '/var/lib/nginx/candor': join(folder, 'tmp/candor'),
    '/var/log/nginx/candor.log': join(folder, 'access.log'),
    '/srv/candor/.next': folder,
    'listen 8080': `listen 127.0.0.1:${port}`,
    ...(Object.fromEntries(servers) as Record<string, string>),
  };
  return Object.entries(places).reduce((filled, [place, value]) => {
    if (filled.split(place).length !== 2) throw new Error(`docs/nginx.conf does not have ${place} just once.`);
    return filled.replace(place, value);
  }, text);
}
