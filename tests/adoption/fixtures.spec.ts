import { expect, test } from 'playwright/test';
import { tested } from '../../candor/src/internals/patches';
import { changes, changesSinceFirst, commit, run } from './adopt';
import { addFailures, bringIn, checkOut, removeCandor } from './adopter';
import type { Fixture } from './fixture';
import { established } from './fixtures/established';
import { localized } from './fixtures/localized';
import { wizard } from './fixtures/wizard';
import { newApplication } from './new-application';
import { addOwnScreen, restoreMessages, showsOwnScreen } from './own-screen';
import { whileServed } from './serve';
import { ofCandor, hydrates, looksAlike, reportsOnce, speaks, watch } from './visit';

/** By the name of the folder in `fixtures`, if there is one. */
const fixtures: Record<string, Fixture> = {
  localized,
  established,
  wizard,
  'new-application': newApplication(`${tested.next[0]}.0`),
};

test.describe.configure({ mode: 'parallel' });

for (const [name, fixture] of Object.entries(fixtures)) {
  test(`${name}: in by command, every page hydrates, every failure has one reference, and out without a trace`, async ({
    page,
  }) => {
    const { differs = [], ownScreen, screens = ofCandor, init } = fixture;
    const adopter = await test.step('checked out', () => checkOut(name, fixture));
    const { top } = adopter;
    expect(await changes(top)).toEqual([]);

    const printed = await test.step('Candor added', () => bringIn(adopter, fixture));
    expect(printed.length).toBeLessThan(30);
    const lines = {
      ' M': init.changes,
      ' D': init.deletes ?? [],
      '??': init.writes,
    };
    const expected = Object.entries(lines).flatMap(([mark, paths]) => paths.map((path) => `${mark} ${path}`));
    expect((await changes(top)).sort()).toEqual(expected.sort());
    await commit(top, 'With Candor');
    expect(await adopter.candor('init')).toMatch(
      /^Every file is there\.\n(?!By hand:\n(?!.*visitors see no reference))/,
    );
    await addFailures(adopter, fixture);
    await addOwnScreen(adopter, fixture);
    expect(await test.step('built', adopter.build)).not.toMatch(/^Candor: /m); // Nothing is missing.

    await whileServed('start', top, async (site) => {
      const seen = await watch(page);
      await test.step('hydrates', () => hydrates(page, site.url, { ...fixture, screens }));
      await fixture.visit?.(page, site.url);
      expect(seen).toEqual([]);
      await test.step('fails', () => reportsOnce(page, site, { ...fixture, screens }));
      if (fixture.speaks) await speaks(page, site.url, fixture.speaks);
      if (screens === ofCandor) await test.step('looks alike', () => looksAlike(page, site.url, fixture));
      if (ownScreen) await test.step('own screen', () => showsOwnScreen(page, site, ownScreen));
      expect(seen.filter((line) => /Content Security Policy/.test(line))).toEqual([]);
    });

    await restoreMessages(adopter, fixture);
    await test.step('removed', () => removeCandor(adopter, fixture));
    expect((await changesSinceFirst(top)).sort()).toEqual(differs);
    const hasSdk = (await run(top, 'git', ['show', 'before:package.json'])).includes('"@sentry/nextjs"');
    const traces = `git grep --name-only --ignore-case --extended-regexp 'candor${hasSdk ? '' : '|@sentry/'}' || true`;
    expect(await run(top, 'sh', ['-c', traces])).toBe('');
  });
}
