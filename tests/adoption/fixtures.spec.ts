import { expect, test } from 'playwright/test';
import { tested } from '../../candor/src/internals/patches';
import { startFakeIngest } from '../support/fake-ingest';
import { changes, changesSinceFirst, commit, run } from './adopt';
import { addFailures, addPackages, checkOut, editByHand, init, removeCandor } from './adopter';
import type { Fixture } from './fixture';
import { established } from './fixtures/established';
import { localized } from './fixtures/localized';
import { newApplication } from './new-application';
import { addOwnScreen, restoreMessages, showsOwnScreen } from './own-screen';
import { serve } from './serve';
import { exampleFails, ofCandor, hydrates, looksAlike, reportsOnce, speaks, watch } from './visit';

/** By the name of the folder in `fixtures`, if there is one. */
const fixtures: Record<string, Fixture> = {
  localized,
  established,
  'new-application': newApplication(`${tested.next[0]}.0`),
};

/** It stands for all of them in `npm test`. */
const quick = 'localized';

for (const [name, fixture] of Object.entries(fixtures)) {
  const title = `${name}: in by command, every page hydrates, every failure has one reference, and out without a trace`;
  test(title, { tag: name === quick ? '@quick' : [] }, async ({ page }) => {
    const { served, byHand = {}, example, fails, failsInPagesRouter, ownScreen, screens = ofCandor } = fixture;
    const adopter = await test.step('checked out', () => checkOut(name, fixture));
    const { top } = adopter;
    expect(await changes(top)).toEqual([]);

    await test.step('Candor added', () => addPackages(adopter, fixture));
    const left = await init(adopter);
    const changed = await changes(top);
    const { writes, changes: edits } = fixture.init;
    expect(changed.filter((line) => !/package(-lock)?\.json$/.test(line)).sort()).toEqual(
      [...edits.map((path) => ` M ${path}`), ...writes.map((path) => `?? ${path}`)].sort(),
    );
    expect([...new Set(left.map(({ path }) => path))].filter((path) => !(path in byHand))).toEqual([]);
    await editByHand(adopter, fixture, left);
    await commit(top, 'With Candor');
    expect(await init(adopter)).toEqual([]); // It has nothing more to say.
    if (!fixture.make) await test.step('its own tests, with Candor', adopter.test);
    await addFailures(adopter, fixture);
    await addOwnScreen(adopter, fixture);
    if (example !== undefined) await adopter.candor('init', '--example', '--allow-dirty');

    const printed = await test.step('built', adopter.build);
    const said = printed.split('\n').filter((line) => line.startsWith('Candor: '));
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
    const undone = await test.step('removed', () => removeCandor(adopter, fixture));
    const kept = Object.keys(byHand).filter((path) => !undone.includes(path));
    const hadSdk = fixture.refusal !== undefined; // Which a person has updated.
    const now = (await changesSinceFirst(top)).filter((path) => path !== 'package-lock.json' || !hadSdk);
    expect(now.sort()).toEqual([...kept, ...(hadSdk ? ['package.json'] : [])].sort());
    const traces = `git grep --name-only --ignore-case --extended-regexp 'candor${hadSdk ? '' : '|@sentry/'}' || true`;
    expect(await run(top, 'sh', ['-c', traces])).toBe('');
  });
}
