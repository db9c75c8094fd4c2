import { expect, test } from 'playwright/test';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { startFakeIngest } from '../support/fake-ingest';
import { waitUntil } from '../support/wait-until';
import { packed, run } from './adopt';
import { serve } from './serve';

// `output: 'export'`: files alone, on a host that has no server of Next's. docs/operating.md says what holds there.

const { next, react, 'react-dom': reactDom, '@sentry/nextjs': sdk } = packageJson.dependencies;
const { typescript, '@types/node': nodeTypes, '@types/react': reactTypes } = packageJson.devDependencies;

const withPolicy = (config: string) =>
  `import { withCandor } from 'candor/config';\nexport default withCandor(${config}, { policy: 'enforce' });\n`;
const route = 'app/monitoring/route.ts';

const sources = {
  'tsconfig.json': '{}',
  'next.config.ts': `export default { output: 'export' };\n`,
  'app/layout.tsx': `
    import type { ReactNode } from 'react';
    export default function Layout({ children }: { children: ReactNode }) {
      return <html lang="en"><body>{children}</body></html>;
    }`,
  'app/page.tsx': `
    'use client';
    import { useState } from 'react';
    export default function Page() {
      const [isBroken, setBroken] = useState(false);
      if (isBroken) throw new Error('of a page');
      return <button onClick={() => setBroken(true)}>Fail</button>;
    }`,
};

let folder: string;

test.beforeAll('installed', async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'candor-static-export-')));
  const dependencies = { next, react, 'react-dom': reactDom, '@sentry/nextjs': sdk, candor: await packed() };
  const devDependencies = { typescript, '@types/node': nodeTypes, '@types/react': reactTypes };
  await writeFiles({ ...sources, 'package.json': JSON.stringify({ private: true, dependencies, devDependencies }) });
  await run(folder, 'npm', ['install', '--prefer-offline', '--no-audit', '--no-fund']);
  await run(folder, 'npx', ['candor', 'init', '--yes']);
  await writeFiles({ 'next.config.ts': withPolicy(`{ output: 'export' }`) });
});

test.afterAll(() => rm(folder, { recursive: true }));

const build = () => run(folder, 'sh', ['-c', 'npx next build 2>&1']);

test('with the route of the tunnel a static export is not built, and the build says which file to delete', async () => {
  expect(existsSync(join(folder, route))).toBe(false);
  await writeFiles({ [route]: `export * from 'candor/monitoring';\n` });
  const printed = await build().catch(String);
  await rm(join(folder, route));
  expect(printed).toContain(`Candor: ${route}: Delete it`);
  expect(printed).toContain('Build error occurred');
});

test('a failure of a static export has its screen under the policy that the host sends, and is delivered once the host passes /monitoring on', async ({
  page,
}) => {
  const printed = await build();
  expect(printed).toContain('there is no server. A page that fails in a browser has its screen');
  expect(printed).not.toContain('rewrites');
  const headers = JSON.parse(await run(folder, 'npx', ['candor', 'headers'])) as HeadersByPath;
  const host = await serveFiles(join(folder, 'out'), headers);
  const violations: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text());
  });
  const ingest = await startFakeIngest();
  const fails = async () => {
    const response = await page.goto(host.url);
    expect(response?.headers()['content-security-policy']).toContain("script-src 'self' 'report-sample' 'sha256-");
    await page.getByRole('button', { name: 'Fail' }).click();
    return (await page.getByText(/^Event: [0-9a-f]{32}$/).innerText()).replace('Event: ', '');
  };

  const kept = await fails();
  await expect(page.getByText('Report: queued')).toBeVisible();
  expect((await page.goto(`${host.url}/nowhere`))?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  expect(ingest.arrivals).toEqual([]);
  expect(violations).toEqual([]);

  await writeFiles({ 'next.config.ts': withPolicy('{}'), [route]: `export * from 'candor/monitoring';\n` });
  await build();
  const server = await serve('start', { folder, dsn: ingest.dsn });
  try {
    host.passOnTo(server.url);
    const sent = await fails();
    await expect(page.getByText('Report: sent')).toBeVisible();
    const arrived = () => ingest.arrivals.map(({ event }) => event?.event_id);
    await waitUntil('both events', () => [kept, sent].every((id) => arrived().includes(id)));
  } finally {
    await server.stop();
    await ingest.close();
    host.close();
  }
});

/** What `candor headers` says, by the paths of requests. */
type HeadersByPath = Record<string, Record<string, string>>;

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** A host of files, which sends its 404.html for everything else. */
async function serveFiles(out: string, headers: HeadersByPath) {
  let server: string | undefined;
  const files = createServer((asked, response) => {
    const { pathname } = new URL(asked.url ?? '/', 'http://host');
    if (server !== undefined && pathname === '/monitoring') passOn(asked, response, server);
    else void send(pathname === '/' ? '/index.html' : pathname, asked.method, response);
  });
  async function send(path: string, method: string | undefined, response: ServerResponse) {
    const isThere = method === 'GET' && existsSync(join(out, path)) && extname(path) !== '';
    const file = isThere ? path : '/404.html';
    response.writeHead(isThere ? 200 : 404, {
      ...headers[file.replace(/(index)?\.html$/, '')],
      'Content-Type': types[extname(file)] ?? 'text/plain',
    });
    response.end(await readFile(join(out, file)));
  }
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(files.address() as AddressInfo).port}`,
    passOnTo: (url: string) => void (server = url),
    close: () => void files.close(),
  };
}

function passOn(asked: IncomingMessage, response: ServerResponse, server: string) {
  const { host, ...headers } = asked.headers;
  const passed = { ...headers, 'X-Forwarded-Host': host };
  const upstream = request(new URL(asked.url ?? '/', server), { method: asked.method, headers: passed }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  asked.pipe(upstream);
}

async function writeFiles(files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}
