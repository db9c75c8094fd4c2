import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { standalone } from '../support/application';
import { runNginx } from '../support/nginx';
import { expect, expecting, failedToLoad } from './fixtures';
import { expectHydrated, test as base } from './violations';

// `candor headers` of the build that is tested, made into settings by the lines of docs/policy.md.

const run = promisify(execFile);
const build = join(standalone.own, '.next');
const command = join(import.meta.dirname, '../../candor/dist/cli/main.js');
const [, ofNginx = ''] = /```sh\n(jq [^`]* headers\.json)\n```/.exec(readFileSync('docs/policy.md', 'utf8')) ?? [];

type Headers = Record<string, Record<string, string>>;
type Made = { headers: Headers; by: (line: string) => Promise<string>; nginx: Awaited<ReturnType<typeof runNginx>> };

const test = base.extend<object, { made: Made }>({
  made: [
    async ({}, provide) => {
      const { stdout } = await run(process.execPath, [command, 'headers', standalone.own]);
      const cwd = mkdtempSync(join(tmpdir(), 'candor-headers-'));
      writeFileSync(join(cwd, 'headers.json'), stdout);
      const by = async (line: string) => (await run('sh', ['-c', line], { cwd })).stdout;
      const included = await by(ofNginx);
      const nginx = await runNginx({
        configure: ({ folder, port }) => `
types { text/html html; text/css css; application/javascript js; image/svg+xml svg; }
server {
  listen 127.0.0.1:${port};
  root ${folder}/site;
  error_page 404 /404;
  include pages.conf;
}`,
        files: { 'pages.conf': included },
        copies: documents(),
      });
      await provide({ headers: JSON.parse(stdout) as Headers, by, nginx });
      await nginx.stop();
      rmSync(cwd, { recursive: true });
    },
    { scope: 'worker' },
  ],
});

// What its links prefetch comes from no server of Next's here.
test.use(expecting(failedToLoad(404), failedToLoad(403)));

/** The documents of the build by their names, and the files that they load. */
function documents(): Record<string, string> {
  const pages = ['app', 'pages'].flatMap((router) => {
    const folder = join(build, 'server', router);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
    return files.map((file) => [`site/${file}`, join(folder, file)] as const);
  });
  return {
    'site/_next/static': join(build, 'static'),
    'site/icon.svg': join(standalone.own, 'public/icon.svg'),
    ...Object.fromEntries(pages),
  };
}

test('nginx accepts what jq makes of the headers, and each of its pages hydrates under them', async ({
  page,
  violations,
  made: { headers, nginx },
}) => {
  expect(nginx.said).toEqual([]);
  for (const [path, of = path] of [['/'], ['/nowhere', '/404']] as const) {
    const response = await page.goto(nginx.url + path);
    expect(response?.status(), path).toBe(of === path ? 200 : 404);
    const sent = Object.entries(headers[of] ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
    expect(sent.length).toBeGreaterThan(0);
    expect(response?.headers(), path).toMatchObject(Object.fromEntries(sent) as Record<string, string>);
    await expectHydrated(page);
    expect(violations, path).toEqual([]);
  }
});
