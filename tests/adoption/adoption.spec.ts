import { expect, test } from 'playwright/test';
import { tested } from '../../candor/src/internals/patches';
import packageJson from '../../package.json' with { type: 'json' };
import { startFakeIngest } from '../support/fake-ingest';
import { addCandor, build, changes, changesSinceFirst, makeApplication, removeCandor, type Application } from './adopt';
import { serve } from './serve';
import { hydrates, ofCandor, ofTheTeam, reportsOnce, searches, watch } from './visit';

// `template`: create-next-app is published less often.
const oldest = { next: `${tested.next[0]}.0`, template: `${tested.next[0]}.0` };
const newest = {
  next: process.env.ADOPTED_NEXT ?? packageJson.dependencies.next,
  template: process.env.ADOPTED_TEMPLATE ?? '16.4.3',
};

const applications: Record<string, Application & { by: 'start' | 'standalone' }> = {
  'a new application': { ...newest, by: 'start' },
  'one with src, a basePath, no app/layout, and an older TypeScript': {
    ...newest,
    isLocalized: true,
    packages: { typescript: '5.8.3', '@types/node': '22.15.0' },
    basePath: '/shop',
    config: `output: 'standalone',`,
    by: 'standalone',
  },
  'one with hooks and screens of its own': { ...newest, isEstablished: true, by: 'start' },
  'one with the oldest Next': { ...oldest, by: 'start' },
};

const edited = ['.gitignore', 'next.config.ts'];
const ownInstrumentation = ['instrumentation-client.ts', 'instrumentation.ts'];
const ofPagesRouter = 'pages/_error.tsx';
const screens = ['app/forbidden.tsx', 'app/global-error.tsx', 'app/not-found.tsx', 'app/unauthorized.tsx'];

for (const [name, application] of Object.entries(applications)) {
  test(`${name}: every page hydrates, every failure has one reference, and nothing else changes`, async ({ page }) => {
    const ingest = await startFakeIngest();
    const made = await test.step('made', () =>
      makeApplication(name.toLowerCase().replaceAll(/\W+/g, '-'), application));
    await test.step('Candor added', () => addCandor(made));

    const { isEstablished, isLocalized, basePath } = application;
    const paths = (await changes(made.folder)).map((line) => line.replace(/^(..) (src\/)?/, '$1 '));
    const changed = paths.filter((line) => line.startsWith(' M')).map((line) => line.slice(3));
    const byHand = [...edited, ...(isEstablished ? [...ownInstrumentation, ofPagesRouter] : [])];
    expect(changed.sort()).toEqual(['package-lock.json', 'package.json', ...byHand].sort());
    const added = paths.filter((line) => line.startsWith('??')).map((line) => line.slice(3).replace('[locale]/', ''));
    const hooks = isEstablished ? [] : [...screens, ...ownInstrumentation];
    const noLayout = isLocalized ? ['app/global-not-found.tsx'] : [];
    expect(added.sort()).toEqual(['app/monitoring/route.ts', ...hooks, ...noLayout].sort());

    const printed = await test.step('built', () => build(made.folder));
    expect(printed.split('\n').filter((line) => line.startsWith('Candor: '))).toEqual([]); // Nothing is missing.
    const server = await serve(application.by, { folder: made.folder, basePath, dsn: ingest.dsn });
    const seen = watch(page);
    try {
      const url = server.url + (isLocalized ? '/en' : '');
      await hydrates(page, url, isEstablished ? ofTheTeam : ofCandor);
      if (isLocalized) await searches(page, url);
      expect(seen).toEqual([]);
      await reportsOnce(page, { url, ingest, server, isEstablished });
      expect(seen.filter((line) => /Content Security Policy/.test(line))).toEqual([]);

      await test.step('removed', () => removeCandor(made));
      const byHand = isEstablished ? [ofPagesRouter] : [];
      expect(await changesSinceFirst(made.folder)).toEqual(byHand);
    } finally {
      await test.info().attach('output', { body: server.output() });
      await server.stop();
      await ingest.close();
    }
  });
}
