import { expect, test } from 'playwright/test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { tested } from '../../candor/src/internals/patches';
import packageJson from '../../package.json' with { type: 'json' };
import { startFakeIngest } from '../support/fake-ingest';
import { build, changedLines, changes, layIn, makeApplication, type Made } from './adopt';
import { serve } from './serve';
import { hydrates, ofCandor, ofTheTeam, reportsOnce, watch } from './visit';

// `template`: create-next-app is published less often.
const oldest = { next: `${tested.next[0]}.0`, template: `${tested.next[0]}.0` };
const newest = {
  next: process.env.ADOPTED_NEXT ?? packageJson.dependencies.next,
  template: process.env.ADOPTED_TEMPLATE ?? '16.4.3',
};

const applications: Record<string, Made & { by: 'start' | 'standalone' }> = {
  'a new application': { ...newest, by: 'start' },
  'one with src/ and a basePath': {
    ...newest,
    hasSrc: true,
    basePath: '/shop',
    config: `output: 'standalone',`,
    by: 'standalone',
  },
  'one with hooks and screens of its own': { ...newest, isEstablished: true, by: 'start' },
  'one with the oldest Next': { ...oldest, by: 'start' },
};

const edited = ['.gitignore', 'next.config.ts', 'app/layout.tsx'];

const hooks = [
  ...[
    'app/forbidden.tsx',
    'app/global-error.tsx',
    'app/monitoring/route.ts',
    'app/not-found.tsx',
    'app/unauthorized.tsx',
  ],
  ...['instrumentation-client.ts', 'instrumentation.ts'],
  ...['pages/404.tsx', 'pages/_app.tsx', 'pages/_document.tsx', 'pages/_error.tsx'],
];

for (const [name, made] of Object.entries(applications)) {
  test(`${name}: every page hydrates, every failure is reported once, and nothing else changes`, async ({ page }) => {
    const ingest = await startFakeIngest();
    const application = await test.step('made', () =>
      makeApplication(name.toLowerCase().replaceAll(/\W+/g, '-'), made));
    await test.step('Candor laid in', () => layIn(application));

    const paths = (await changes(application.folder)).map((line) => line.replace(/^(..) (src\/)?/, '$1 '));
    const own = paths.filter((line) => line.startsWith(' M')).map((line) => line.slice(3));
    const ofTeam = ['instrumentation.ts', 'instrumentation-client.ts', 'pages/_error.tsx'];
    const byHand = [...edited, ...(made.isEstablished ? ofTeam : [])];
    expect(own.sort()).toEqual(['package-lock.json', 'package.json', ...byHand].sort());
    const pathsOfLines = byHand.map((path) => (existsSync(join(application.folder, path)) ? path : `src/${path}`));
    expect(await changedLines(application.folder, pathsOfLines)).toBe(made.isEstablished ? 10 : 4);
    const added = paths.filter((line) => line.startsWith('??') && !line.startsWith('?? candor/'));
    expect(added.map((line) => line.slice(3))).toEqual(made.isEstablished ? ['app/monitoring/route.ts'] : hooks);

    await test.step('built', () => build(application.folder));
    const server = await serve(made.by, { ...application, basePath: made.basePath, dsn: ingest.dsn });
    const seen = watch(page);
    try {
      await hydrates(page, server.url, made.isEstablished ? ofTheTeam : ofCandor);
      expect(seen).toEqual([]);
      await reportsOnce(page, server.url, ingest, made.isEstablished);
      expect(seen.filter((line) => /Content Security Policy/.test(line))).toEqual([]);
    } finally {
      await test.info().attach('output', { body: server.output() });
      await server.stop();
      await ingest.close();
    }
  });
}
