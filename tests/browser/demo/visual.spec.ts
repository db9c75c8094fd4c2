import { expect } from './fixtures';
import { screens } from './screens';
import { test as base } from './visit-screen';
import { fontsDiffer, recordFonts } from './screenshot-fonts';

// `npm run screenshots` takes the screenshots again; they are kept in the folder `screenshots`.

const windows = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };

/** The kept screenshots have fewer colours; a word in another colour must still fail. */
const tolerance = { threshold: 0.05, maxDiffPixels: 60 };

/** Texts that differ from visit to visit, and their replacements on the screenshots. */
const varying: [RegExp, string][] = [
  [/\b[0-9a-f]{32}\b/g, '0123456789abcdef0123456789abcdef'],
  [/\d{4}-\d\d-\d\d(?= \d\d:)/g, '2026-01-02'],
  [/\d\d:\d\d:\d\d(?= UTC)/g, '03:04:05'],
  [/\b\d+ ms\b/g, '12 ms'],
  [/\b\d+ s\b/g, '34 s'],
];

const test = base.extend<object, { whyNotComparable: string | undefined }>({
  whyNotComparable: [
    async ({ browser, urlOf }, provide, { config }) => {
      const page = await browser.newPage({ baseURL: await urlOf() });
      const areTaken = config.updateSnapshots === 'all';
      const reason = areTaken ? await recordFonts(page) : await fontsDiffer(page);
      await page.close();
      await provide(reason);
    },
    { scope: 'worker' },
  ],
});

for (const screen of screens.filter(({ screenshots }) => screenshots)) {
  test(`${screen.name} looks as on its screenshots`, async ({ visit, whyNotComparable }) => {
    test.skip(whyNotComparable !== undefined, whyNotComparable);
    const page = await visit(screen);
    await page.mouse.move(0, 0); // Off the control that was pressed.
    await page.evaluate(replaceTexts, varying);
    for (const screenshot of screen.screenshots ?? []) {
      const [window, colorScheme] = screenshot.split('-') as ['phone' | 'desktop', 'light' | 'dark'];
      await page.setViewportSize(windows[window]);
      await page.emulateMedia({ colorScheme });
      const options = { fullPage: !screen.isLikeAnotherBelow, ...tolerance };
      await expect.soft(page).toHaveScreenshot(`${screen.name}-${screenshot}.png`, options);
    }
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
