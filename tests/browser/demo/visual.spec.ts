import { expectAccessible } from '../check-axe';
import { expectPrintable, expectSettingsKept, expectTabOrder } from './check-screen';
import { expect, test } from './fixtures';
import { screens } from './screens';

// `npm run screenshots` takes the screenshots again; they are kept in the folder `screenshots`.

const windows = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };

/** The kept screenshots have fewer colours; a word in another colour must still fail. */
const tolerance = { threshold: 0.05, maxDiffPixels: 60 };

const varying: [RegExp, string][] = [
  [/\b[0-9a-f]{32}\b/g, '0123456789abcdef0123456789abcdef'],
  [/\d{4}-\d\d-\d\d(?= \d\d:)/g, '2026-01-02'],
  [/\d\d:\d\d:\d\d(?= UTC)/g, '03:04:05'],
  [/\b\d+ ms\b/g, '12 ms'],
  [/\b\d+ s\b/g, '34 s'],
];

// One visit a screen: to reach one takes longer than to check it.
for (const screen of screens) {
  const suits = screen.isChecked ? ', and suits keyboard, screen reader, paper and settings' : '';
  test(`${screen.name} looks as on its screenshots${suits}`, async ({ browser, baseURL, start }) => {
    const { name, heading, withoutScripts = false, isFailure = false } = screen;
    const url = screen.isLimited ? (await start({ FAILURES_PER_MINUTE: '0' })).url : baseURL;
    const context = await browser.newContext({ baseURL: url, javaScriptEnabled: !withoutScripts });
    const page = await context.newPage();
    await screen.reach(page);
    const h1 = page.getByRole('heading', { level: 1 });
    await expect(h1).toHaveText(heading);
    // After words were sent, the visitor has moved on.
    if (isFailure && !withoutScripts && name !== 'words-sent') await expect(h1).toBeFocused();

    // The fonts of other systems differ: fonts.conf is for Linux.
    if (process.platform === 'linux') {
      await page.mouse.move(0, 0); // Off the control that was pressed.
      await page.evaluate(replaceTexts, varying);
      for (const screenshot of screen.screenshots ?? []) {
        const [window, colorScheme] = screenshot.split('-') as ['phone' | 'desktop', 'light' | 'dark'];
        await page.setViewportSize(windows[window]);
        await page.emulateMedia({ colorScheme });
        const options = { fullPage: !screen.isLikeAnotherBelow, ...tolerance };
        await expect.soft(page).toHaveScreenshot(`${name}-${screenshot}.png`, options);
      }
    }
    if (screen.isChecked) {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await expectTabOrder(page);
      if (screen.printed) await expectPrintable(page, screen);
      await expectSettingsKept(page);
      await expectAccessible(page, screen);
    }
    await context.close();
  });
}

function replaceTexts(replacements: [RegExp, string][]): void {
  // React makes several texts of one sentence, and the server parts them by comments.
  const comments = document.createNodeIterator(document.body, NodeFilter.SHOW_COMMENT);
  for (let comment = comments.nextNode(); comment; comment = comments.nextNode()) {
    if (comment.nodeValue === ' ') (comment as Comment).remove();
  }
  document.body.normalize();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (const [what, by] of replacements) text.nodeValue = text.nodeValue?.replace(what, by) ?? null;
  }
}
