import { expectAccessible } from '../check-axe';
import { expectNoMotion, expectPrintable, expectReadableInForcedColors } from './check-media';
import { expectTabOrder } from './check-tab-order';
import { expect } from './fixtures';
import { screens } from './screens';
import { test } from './visit-screen';

// One visit a screen: to reach one takes longer than to check it.

const { step } = test;

/** One of each layout. */
const checked = ['home', 'example-checked', 'server-side', 'words-sent', 'not-found', 'limit-reached'];
const withoutScripts = ['server-side-no-js', 'last-resort-no-js', 'not-found-on-purpose-no-js'];

for (const screen of screens.filter(({ name }) => [...checked, ...withoutScripts].includes(name))) {
  test(`${screen.name} suits keyboard, screen reader, paper and settings`, async ({ visit }) => {
    const page = await visit(screen, { reducedMotion: 'reduce' });
    const h1 = page.getByRole('heading', { level: 1 });
    const isFailure = screen.tellsOf === 'failure' && !screen.withoutScripts;

    // After words were sent, the visitor has moved on.
    if (isFailure && screen.name !== 'words-sent')
      await step('the focus is on the heading', () => expect(h1).toBeFocused());
    await step('Tab reaches every control in order', () => expectTabOrder(page));
    if (screen.printed) await step('on paper', () => expectPrintable(page, screen));
    await step('nothing moves', () => expectNoMotion(page));
    await step('forced colours', () => expectReadableInForcedColors(page));
    await step('axe, at every width, text size and colour scheme', () => expectAccessible(page, screen));
  });
}
