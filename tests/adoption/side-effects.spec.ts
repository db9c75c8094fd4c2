import { expect, test } from 'playwright/test';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { startFakeIngest } from '../support/fake-ingest';
import { waitUntil } from '../support/wait-until';
import { packed, run } from './adopt';
import { serve } from './serve';

// A bundler leaves out what is imported only for its effect, unless `sideEffects` of the package names that file.

const { next, react, 'react-dom': reactDom, '@sentry/nextjs': sdk } = packageJson.dependencies;
const { typescript, '@types/node': nodeTypes, '@types/react': reactTypes } = packageJson.devDependencies;

const sources = {
  'next.config.ts': `import { withCandor } from 'candor/config';\nexport default withCandor({});\n`,
  'instrumentation.ts': `export { onRequestError, register } from 'candor/instrumentation';\n`,
  'app/monitoring/route.ts': `export * from 'candor/monitoring';\n`,
  'app/global-error.tsx': `'use client';\nexport { ApplicationError as default } from 'candor/screens';\n`,
  'app/layout.tsx': `
    import 'candor/screens.css';
    import type { ReactNode } from 'react';
    export default function Layout({ children }: { children: ReactNode }) {
      return <html lang="en"><body>{children}</body></html>;
    }`,
  'app/page.tsx': `
    'use client';
    const fail = () => { throw new Error('of a button'); };
    export default function Page() {
      return <button onClick={fail}>Fail</button>;
    }`,
};

/** What Next calls in the page has to be exported; the rest of the starter needs only to run. */
const starters = {
  'imported for its effect': `import 'candor/instrumentation-client';\n`,
  'exported again': `export * from 'candor/instrumentation-client';\n`,
};

let folder: string;

test.beforeAll('installed', async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'candor-side-effects-')));
  const dependencies = { next, react, 'react-dom': reactDom, '@sentry/nextjs': sdk, candor: await packed() };
  const devDependencies = { typescript, '@types/node': nodeTypes, '@types/react': reactTypes };
  await writeFiles({ ...sources, 'package.json': JSON.stringify({ private: true, dependencies, devDependencies }) });
  await run(folder, 'npm', ['install', '--prefer-offline', '--no-audit', '--no-fund']);
});

test.afterAll(() => rm(folder, { recursive: true }));

for (const bundler of ['turbopack', 'webpack']) {
  test(`${bundler} keeps the browser’s starter and the stylesheet`, async ({ page }) => {
    for (const [form, text] of Object.entries(starters)) {
      await test.step(`the starter is ${form}`, async () => {
        const ingest = await startFakeIngest();
        await writeFiles({ 'instrumentation-client.ts': text });
        await run(folder, 'npx', ['next', 'build', `--${bundler}`]);
        const server = await serve('start', { folder, dsn: ingest.dsn });
        try {
          await page.goto(server.url);
          await expect(page.locator('link[rel=stylesheet]')).toHaveCount(1);
          await page.getByRole('button').click();
          const isOfTheButton = ({ event }: (typeof ingest.arrivals)[number]) =>
            event?.exception?.values[0]?.value === 'of a button';
          await waitUntil('the event of the button', () => ingest.arrivals.find(isOfTheButton));
        } finally {
          await server.stop();
          await ingest.close();
        }
      });
    }
  });
}

async function writeFiles(files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}
