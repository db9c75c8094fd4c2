import { expect, test } from 'playwright/test';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { startFakeIngest } from '../support/fake-ingest';
import { waitUntil } from '../support/wait-until';
import { packed, run } from './adopt';
import { writeFiles } from './files';
import { serve } from './serve';

// The SDK keeps its state by the version of @sentry/core. With two versions in an application `captureException` of the team's
// must still reach the client that Candor started.

const { next, react, 'react-dom': reactDom, '@sentry/nextjs': sdk } = packageJson.dependencies;
const { typescript, '@types/node': nodeTypes, '@types/react': reactTypes } = packageJson.devDependencies;
const newerCore = { '@sentry/core': '11.12.0' };

const pnpm = ['--yes', 'pnpm@12.21.0', 'install', '--no-frozen-lockfile', '--prefer-offline'];
const npm = ['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund'];

type Installation = {
  name: string;
  install: string[];
  packages?: object;
  workspace?: string;
};

const installations: Installation[] = [
  { name: 'npm, with a newer core at the top', install: npm, packages: newerCore },
  { name: 'pnpm, where Candor can resolve no core', install: ['npx', ...pnpm], workspace: 'hoist: false\n' },
];

const sources = {
  'next.config.ts': `import { withCandor } from 'candor/config';\nexport default withCandor({});\n`,
  'instrumentation.ts': `export { onRequestError, register } from 'candor/instrumentation';\n`,
  'instrumentation-client.ts': `export * from 'candor/instrumentation-client';\n`,
  'app/monitoring/route.ts': `export * from 'candor/monitoring';\n`,
  'app/global-error.tsx': `'use client';\nexport { ApplicationError as default } from 'candor/screens';\n`,
  'app/layout.tsx': `
    import type { ReactNode } from 'react';
    export default function Layout({ children }: { children: ReactNode }) {
      return <html lang="en"><body>{children}</body></html>;
    }`,
  'app/page.tsx': `
    'use client';
    import { captureException } from '@sentry/nextjs';
    import { useState } from 'react';
    export default function Page() {
      const [id, setId] = useState('');
      return <button onClick={() => setId(captureException(new Error('of the browser')))}>Capture {id}</button>;
    }`,
  'app/fails/page.tsx': `
    export const dynamic = 'force-dynamic';
    export default function Page(): never {
      throw new Error('of a page');
    }`,
  'app/captured/route.ts': `
    import { captureException } from '@sentry/nextjs';
    export const dynamic = 'force-dynamic';
    export const GET = () => new Response(captureException(new Error('of a handler')));`,
};

for (const { name, install, packages, workspace } of installations) {
  test.describe(name, () => {
    let folder: string;

    test.beforeAll('installed', async () => {
      folder = await realpath(await mkdtemp(join(tmpdir(), 'candor-sdk-copies-')));
      await writeFiles(folder, { ...sources, ...(workspace && { 'pnpm-workspace.yaml': workspace }) });
      const dependencies = { next, react, 'react-dom': reactDom, '@sentry/nextjs': sdk, ...packages };
      const devDependencies = { typescript, '@types/node': nodeTypes, '@types/react': reactTypes };
      const manifest = { private: true, dependencies: { ...dependencies, candor: await packed() }, devDependencies };
      await writeFiles(folder, { 'package.json': JSON.stringify(manifest) });
      const [program = '', ...args] = install;
      await run(folder, program, args);
    });

    test.afterAll(() => rm(folder, { recursive: true }));

    test('what the team captures becomes an event of Candor, under the id that the team was given', async ({
      page,
    }) => {
      const ingest = await startFakeIngest();
      const eventOf = (id: string) => waitUntil(id, () => ingest.arrivals.find(({ event }) => event?.event_id === id));
      try {
        await run(folder, 'npx', ['next', 'build']);
        const server = await serve('start', { folder, dsn: ingest.dsn });
        try {
          const captured = await (await fetch(`${server.url}/captured`)).text();
          expect((await eventOf(captured)).event?.exception?.values[0]?.value).toBe('of a handler');

          const failed = await page.goto(`${server.url}/fails`);
          const digest = failed?.headers()['error-digest'] ?? '';
          await expect(page.getByText(`Digest: ${digest}`)).toBeVisible();
          await eventOf(digest);
          expect(
            server
              .output()
              .split('\n')
              .filter((line) => line.startsWith('{') && line.includes(digest)),
          ).toHaveLength(1);

          // Only where the starter has run, which a bundler must not leave out: nothing of `export * from` it is used.
          await page.goto(server.url);
          await page.getByRole('button').click();
          const button = await page.getByText(/Capture [0-9a-f]{32}/).textContent();
          await eventOf(button?.replace('Capture ', '') ?? '');
        } finally {
          await server.stop();
        }
        await expect(start(folder, { SENTRY_DSN: ingest.dsn, OUTBOX_URL: 'redis://127.0.0.1:1' })).rejects.toThrow(
          'Settings: OUTBOX_URL needs the package @redis/client: ',
        );
      } finally {
        await ingest.close();
      }
    });
  });
}

/** Until it ends by itself. */
const start = (folder: string, env: Record<string, string>) =>
  run(folder, 'env', [
    ...Object.entries(env).map(([name, text]) => `${name}=${text}`),
    'npx',
    'next',
    'start',
    '-p',
    '0',
  ]);
