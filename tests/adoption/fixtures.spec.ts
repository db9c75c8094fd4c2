import { expect, test } from 'playwright/test';
import { tested } from '../../candor/src/internals/patches';
import { startFakeIngest } from '../support/fake-ingest';
import { changes, changesSinceFirst, commit, firstCommit, run } from './adopt';
import { addFailures, bringIn, checkOut, removeCandor } from './adopter';
import type { Fixture } from './fixture';
import { established } from './fixtures/established';
import { localized } from './fixtures/localized';
import { wizard } from './fixtures/wizard';
import { newApplication } from './new-application';
import { addOwnScreen, restoreMessages, showsOwnScreen } from './own-screen';
import { serve } from './serve';
import { exampleFails, ofCandor, hydrates, looksAlike, reportsOnce, speaks, watch } from './visit';

/** By the name of the folder in `fixtures`, if there is one. */
const fixtures: Record<string, Fixture> = {
  localized,
  established,
  wizard,
  'new-application': newApplication(`${tested.next[0]}.0`),
};

for (const [name, fixture] of Object.entries(fixtures)) {
  const title = `${name}: in by command, every page hydrates, every failure has one reference, and out without a trace`;
  test(title, async ({ page }) => {
    const { served, differs = [], example, fails, failsInPagesRouter, ownScreen, screens = ofCandor } = fixture;
    const adopter = await test.step('checked out', () => checkOut(name, fixture));
    const { top } = adopter;
    expect(await changes(top)).toEqual([]);

    const printed = await test.step('Candor added', () => bringIn(adopter, fixture));
    expect(printed.length).toBeLessThan(30);
    const changed = await changes(top);
    const { writes, changes: edits, deletes = [] } = fixture.init;
    expect(changed.filter((line) => !/package(-lock)?\.json$/.test(line)).sort()).toEqual(
      [
        ...edits.map((path) => ` M ${path}`),
        ...deletes.map((path) => ` D ${path}`),
        ...writes.map((path) => `?? ${path}`),
      ].sort(),
    );
    await commit(top, 'With Candor');
    expect(await adopter.candor('init')).toMatch(
      /^Every file is there\.\n(?!By hand:\n(?!.*visitors see no reference))/,
    );
    if (!fixture.make) await test.step('its own tests, with Candor', adopter.test);
    await addFailures(adopter, fixture);
    await addOwnScreen(adopter, fixture);
    if (example !== undefined) await adopter.candor('init', '--example');

    const built = await test.step('built', adopter.build);
    const said = built.split('\n').filter((line) => line.startsWith('Candor: '));
    expect(said.filter((line) => !/candor-example\/page\.\w+: Anybody/.test(line))).toEqual([]); // Nothing is missing.
    expect(said).toHaveLength(example === undefined ? 0 : 1);
    const ingest = await startFakeIngest();
    const server = await serve(served, { folder: top, dsn: ingest.dsn });
    const seen = await watch(page);
    try {
      await test.step('hydrates', () => hydrates(page, server.url, { ...fixture, screens }));
      await fixture.visit?.(page, server.url);
      expect(seen).toEqual([]);
      if (example !== undefined) await exampleFails(page, server.url + example);
      await test.step('fails', () =>
        reportsOnce(page, {
          url: server.url + fails.path,
          own: fixture.ownFailure && { ...fixture.ownFailure, page: server.url + fixture.ownFailure.page },
          pagesRouter: failsInPagesRouter && server.url + failsInPagesRouter.path,
          ingest,
          server,
          screens,
        }));
      if (fixture.speaks) await speaks(page, server.url, fixture.speaks);
      if (screens === ofCandor) await test.step('looks alike', () => looksAlike(page, server.url, fixture));
      if (ownScreen)
        await test.step('own screen', () => showsOwnScreen(page, { ...ownScreen, url: server.url }, ingest));
      expect(seen.filter((line) => /Content Security Policy/.test(line))).toEqual([]);
    } finally {
      await test.info().attach('output', { body: server.output() });
      await server.stop();
      await ingest.close();
    }

    await restoreMessages(adopter, fixture);
    await test.step('removed', () => removeCandor(adopter, fixture));
    const hasSdk = /"@sentry\/nextjs"/.test(await run(top, 'git', ['show', `${await firstCommit(top)}:package.json`]));
    const now = (await changesSinceFirst(top)).filter((path) => !/^package(-lock)?\.json$/.test(path));
    expect(now.sort()).toEqual(differs);
    const traces = `git grep --name-only --ignore-case --extended-regexp 'candor${hasSdk ? '' : '|@sentry/'}' || true`;
    expect(await run(top, 'sh', ['-c', traces])).toBe('');
  });
}
