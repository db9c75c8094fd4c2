import { expect, screens, test as base } from './screens';
import { fontsDiffer, noteFonts } from './screenshot-fonts';

// `npm run screenshots` retakes them; they are kept beside these tests.

const windows = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };

/** The kept pictures have fewer colours; and a word in another colour is to be seen. */
const tolerance = { threshold: 0.05, maxDiffPixels: 60 };

/** What would differ from visit to visit, and what stands in its place on the pictures. */
const varying: [RegExp, string][] = [
  [/\b[0-9a-f]{32}\b/g, '0123456789abcdef0123456789abcdef'],
  [/\d{4}-\d\d-\d\d(?= \d\d:)/g, '2026-01-02'],
  [/\d\d:\d\d:\d\d(?= UTC)/g, '03:04:05'],
  [/\b\d+ ms\b/g, '12 ms'],
  [/\b\d+ s\b/g, '34 s'],
];

const test = base.extend<object, { whyNotCompared: string | undefined }>({
  whyNotCompared: [
    async ({ browser, urlOf }, provide, { config }) => {
      const page = await browser.newPage({ baseURL: await urlOf() });
      const isTakenAnew = config.updateSnapshots === 'all';
      const reason = isTakenAnew ? await noteFonts(page) : await fontsDiffer(page);
      if (reason !== undefined) console.log(`Pictures are not compared: ${reason}.`);
      await page.close();
      await provide(reason);
    },
    { scope: 'worker' },
  ],
});

for (const screen of screens) {
  test(`${screen.name} looks as on its pictures`, async ({ visit, whyNotCompared }, testInfo) => {
    const page = await visit(screen);
    await page.mouse.move(0, 0); // Off the control that was pressed.
    await page.evaluate(replaceTexts, varying);
    if (whyNotCompared !== undefined) testInfo.annotations.push({ type: 'not compared', description: whyNotCompared });
    const options = { fullPage: !screen.isLikeAnotherBelow };
    for (const [window, size] of Object.entries(windows)) {
      await page.setViewportSize(size);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const picture = `${screen.name}-${window}-${colorScheme}.png`;
        if (whyNotCompared !== undefined) await page.screenshot(options);
        else await expect.soft(page).toHaveScreenshot(picture, { ...options, ...tolerance });
      }
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
