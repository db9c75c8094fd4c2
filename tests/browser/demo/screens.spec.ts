import type { Response } from 'playwright/test';
import { expectAccessible } from '../check-axe';
import { expectNoMotion, expectPrintable, expectReadableInForcedColors } from './check-media';
import { expectMetadata } from './check-metadata';
import { expectOneHeadingAndLandmarks, expectTabOrder } from './check-tab-order';
import { expect } from './fixtures';
import { screens } from './screens';
import { test, type Screen } from './visit-screen';

// One visit a screen: to reach one takes longer than to check it.

const { step } = test;

// The others have the layout of one of these.
for (const screen of screens.filter(({ screenshots, isLikeAnotherBelow }) => screenshots && !isLikeAnotherBelow)) {
  test(`${screen.name} has its metadata, and suits keyboard, screen reader, paper and settings`, async ({ visit }) => {
    const documents: Response[] = [];
    const page = await visit(noting(screen, documents), { reducedMotion: 'reduce' });
    const h1 = page.getByRole('heading', { level: 1 });
    const isFailure = screen.tellsOf === 'failure' && !screen.withoutScripts;

    await step('title, language, icon, theme colours and robots', () => expectMetadata(page, screen, documents.at(-1)));
    // After words were sent, the visitor has moved on.
    if (isFailure && screen.name !== 'words-sent')
      await step('the focus is on the heading', () => expect(h1).toBeFocused());
    await step('Tab reaches every control in order', () => expectTabOrder(page));
    await step('one heading, and every control in a landmark', () => expectOneHeadingAndLandmarks(page));
    if (screen.printed) await step('on paper', () => expectPrintable(page, screen));
    await step('nothing moves', () => expectNoMotion(page));
    await step('forced colours', () => expectReadableInForcedColors(page));
    await step('axe, at every width, text size and colour scheme', () => expectAccessible(page, screen));
  });
}

for (const path of ['/', '/sentry-example-page']) {
  test(`${path} has a description`, async ({ page }) => {
    await page.goto(path);
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /\w+ \w+/);
  });
}

/** The same screen, with every document that leads to it noted in `documents`. */
function noting(screen: Screen, documents: Response[]): Screen {
  return {
    ...screen,
    reach(page) {
      page.on('response', (response) => {
        if (response.request().resourceType() === 'document') documents.push(response);
      });
      return screen.reach(page);
    },
  };
}
