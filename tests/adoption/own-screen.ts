import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from 'playwright/test';
import { shownFile } from '../support/own-screens';
import { waitUntil } from '../support/wait-until';
import type { Adopter } from './adopter';
import type { Fixture } from './fixture';
import type { Site } from './serve';

/** A screen that docs/own-screens.md shows, as a team takes it over. */
export type OwnScreen = {
  /** The file that is shown there. */
  shows: string;
  /** Files with messages, each with the one that is shown there and added to it. */
  messages?: Record<string, string>;
  /** What it says, by the path of the page that fails. */
  says: Record<string, { title: string; again: string; sent: string }>;
  /** Whether it asks the visitor for words. */
  asks?: boolean;
};

/** Adds the screen, and the pages that it is shown for, to the pages that fail. */
export async function addOwnScreen({ top }: Adopter, { fails, ownScreen }: Fixture): Promise<void> {
  if (ownScreen === undefined) return;
  const to = join(top, fails.folder, 'own-screen');
  await cp(join(import.meta.dirname, 'failures/own-screen'), to, { recursive: true });
  await writeFile(join(to, 'error.tsx'), shownFile(ownScreen.shows));
  for (const [path, shown] of Object.entries(ownScreen.messages ?? {})) {
    const file = join(top, path);
    const messages = JSON.parse(await readFile(file, 'utf8')) as object;
    await writeFile(file, JSON.stringify({ ...messages, ...(JSON.parse(shownFile(shown)) as object) }));
  }
}

/** Takes out what `addOwnScreen` has put elsewhere than among the pages that fail. */
export async function restoreMessages({ call }: Adopter, { ownScreen }: Fixture): Promise<void> {
  const paths = Object.keys(ownScreen?.messages ?? {});
  if (paths.length > 0) await call(['git', 'checkout', '--quiet', '--', ...paths]);
}

/** Each failure has the screen in place of its part of the page, and is one event whose id is the reference on it. */
export async function showsOwnScreen(
  page: Page,
  { url, ingest: { arrivals } }: Site,
  { says, asks = false }: OwnScreen,
): Promise<void> {
  const arrivedWith = (id: string) => arrivals.filter(({ event }) => event?.event_id === id);
  for (const [path, { title, again, sent }] of Object.entries(says)) {
    const button = page.getByRole('button', { name: 'Fail', exact: true });
    const heading = page.getByText(title, { exact: true });
    const isReported = async () => {
      await expect(heading).toBeVisible();
      const [id = ''] = /[0-9a-f]{32}/.exec((await page.locator('code').textContent()) ?? '') ?? [];
      await waitUntil(`the event of ${path}`, () => arrivedWith(id).length > 0);
      await expect(page.getByText(sent, { exact: true })).toBeVisible();
      expect(arrivedWith(id)).toHaveLength(1);
    };

    await page.goto(`${url}${path}`);
    await button.click();
    await isReported();
    if (asks) {
      await page.getByLabel('What were you doing?').fill('I clicked.');
      await page.getByRole('button', { name: 'Send' }).click();
      await expect(page.getByText('Sent. Thank you.')).toBeVisible();
      expect(arrivals.flatMap(({ feedback }) => feedback?.message ?? [])).toContain('I clicked.');
    }
    await page.getByRole('button', { name: again }).click();
    await expect(button).toBeVisible();

    await page.goto(`${url}${path}/server`);
    await isReported();
  }
}
