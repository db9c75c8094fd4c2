import type { Page, TestType } from 'playwright/test';
import type { Application } from '../support/application';
import { expectAccessible } from './check-axe';
import { eventState, expect, mayPrint, sampleError } from './fixtures';

type Fixtures = { page: Page; violations: string[] };
type WorkerFixtures = { team: Application };

const parts = ['card', 'column', 'cell', 'drawer', 'toast'];
const all = [...parts, 'line', 'toast-line'];

/** Words as they are in other languages, none of which is to be wider than its place. */
const languages = {
  English: { dir: 'ltr', words: '' },
  German: { dir: 'ltr', words: 'Rechtsschutzversicherungsgesellschaften Wiederherstellungsmöglichkeitsprüfung' },
  Arabic: { dir: 'rtl', words: 'حدث خطأ ما أثناء تحميل هذه الصفحة' },
};
const windows = [
  { what: '320 px wide', width: 320, height: 640 },
  { what: 'a laptop', width: 1280, height: 800 },
  { what: 'a laptop at 400 %', width: 320, height: 200 },
];

/** Failures in small places of a page of a team: tests/sites/team-application/app/places. */
export function testPlaces(test: TestType<Fixtures, WorkerFixtures>): void {
  const open = async (page: Page, team: Application) => {
    mayPrint(page, sampleError);
    await page.goto(`${team.url}/places`);
    await expect(page.locator('[data-hydrated="true"]')).toBeVisible();
  };
  const fail = async (page: Page) => {
    await page.getByRole('button', { name: 'Fail everywhere' }).click();
    await expect(eventState(page)).toHaveText(parts.map(() => 'off'));
    await expect(page.locator('.inline-error code')).toHaveCount(2);
  };
  test('a failure in a small place is printed with its reference, and as wide as its place in every window and language', async ({
    page,
    team,
  }) => {
    await open(page, team);
    await fail(page);
    const references = page.getByText(/^Event: [0-9a-f]{32}$/);
    await expect(references).toHaveCount(all.length);
    await page.emulateMedia({ media: 'print' });
    await expect(references.filter({ visible: true })).toHaveCount(all.length);
    const controls = page.locator('.segment-error, .inline-error').locator('button, textarea, a');
    await expect(controls.filter({ visible: true })).toHaveCount(0);
    expect(await page.evaluate(widerThanTheirPlace)).toEqual([]);
    await page.emulateMedia({ media: null });

    const found: string[] = [];
    for (const [language, { dir, words }] of Object.entries(languages)) {
      await page.evaluate(writeInstead, { dir, words });
      for (const { what, ...size } of windows) {
        await page.setViewportSize(size);
        for (const forcedColors of ['none', 'active'] as const) {
          await page.emulateMedia({ forcedColors, reducedMotion: 'reduce' });
          const wider = await page.evaluate(widerThanTheirPlace);
          found.push(...wider.map((one) => `${one}: ${language}, ${what}, forced colours ${forcedColors}`));
        }
      }
    }
    expect(found).toEqual([]);
  });

  test('failures in small places have no barriers, and each is announced once', async ({ page, violations, team }) => {
    await page.addInitScript(noteAnnounced);
    await open(page, team);
    await fail(page);
    const button = page.getByRole('button', { name: 'Fail everywhere' });
    await expect(button, 'no failure takes a focus that is somewhere else').toBeFocused();
    const announced = await page.evaluate(() => (window as unknown as { announced: string[] }).announced);
    const sentence = /^Something went wrong(Application error: a client-side exception .*\)\.)?$/;
    expect(announced).toEqual(all.map(() => expect.stringMatching(sentence) as unknown));
    await expectAccessible(page, {});
    expect(violations).toEqual([]);
  });
}

/** Writes other words into each text of a failure but its reference. */
function writeInstead({ dir, words }: { dir: string; words: string }): void {
  document.documentElement.dir = dir;
  for (const failure of document.querySelectorAll('.segment-error, .inline-error')) {
    const texts = document.createTreeWalker(failure, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      if (words && !text.parentElement?.closest('code') && text.nodeValue?.trim()) text.nodeValue = words;
  }
}

/** The places whose content is wider than they are, and the page if it is. */
function widerThanTheirPlace(): string[] {
  const places = [...document.querySelectorAll<HTMLElement>('[data-place]'), document.documentElement];
  const wider = places.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  return wider.map(
    ({ dataset, scrollWidth, clientWidth }) => `${dataset.place ?? 'page'} ${scrollWidth} > ${clientWidth}`,
  );
}

/** Notes what screen readers hear of alerts: those that come, and what is written into one later. */
function noteAnnounced(): void {
  const announced: string[] = [];
  Object.assign(window, { announced });
  new MutationObserver((changes) => {
    const alerts = new Set<Element>();
    for (const { target, addedNodes } of changes) {
      const around = (target instanceof Element ? target : target.parentElement)?.closest('[role="alert"]');
      if (around) alerts.add(around);
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        for (const alert of [node, ...node.querySelectorAll('*')])
          if (alert.getAttribute('role') === 'alert') alerts.add(alert);
      }
    }
    announced.push(...Array.from(alerts, ({ textContent }) => textContent));
  }).observe(document, { childList: true, subtree: true, characterData: true });
}
