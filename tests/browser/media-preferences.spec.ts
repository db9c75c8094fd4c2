import type { Page } from 'playwright/test';
import { expect, screens, test } from './screens';

// What a visitor's system or printer asks for.

for (const screen of screens) {
  test(`${screen.name}: nothing moves where no motion is wanted; forced colours leave edges, underlines and words`, async ({
    visit,
  }) => {
    const page = await visit(screen, { reducedMotion: 'reduce' });
    expect(await page.evaluate(whatMoves)).toEqual([]);
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await page.locator('button, textarea, a[href]').evaluateAll(withoutEdge)).toEqual([]);
    expect(await page.locator('[data-state]').evaluateAll(withoutWords)).toEqual([]);
  });
}

const withReference = ['server-side', 'server-side-streamed', 'client-side', 'reporting-off', 'queued', 'words-sent'];

for (const screen of screens.filter(({ name }) => withReference.includes(name) || name === 'last-resort-no-js')) {
  test(`${screen.name}: on paper there are heading, sentence, reference and time, and no control`, async ({
    visit,
  }) => {
    const page = await visit(screen);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(/^Application error: /)).toBeVisible();
    await expect(page.getByText(/^(Digest|Event): [0-9a-f]{32}$/)).toBeVisible();
    if (!screen.withoutScripts) await expect(page.getByText(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/)).toBeVisible();
    await expectNoControls(page);
  });
}

for (const name of ['example', 'example-checked', 'example-no-js']) {
  const screen = screens.find((each) => each.name === name)!;
  test(`${name}: on paper there is what came of each row, and no control`, async ({ visit }) => {
    const page = await visit(screen);
    const references = page.getByText(/^(Digest|Event): [0-9a-f]{32}$/);
    const count = await references.count();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(count > 0).toBe(name === 'example-checked');
    await expect(references.filter({ visible: true })).toHaveCount(count);
    await expectNoControls(page);
  });
}

async function expectNoControls(page: Page): Promise<void> {
  await expect(page.locator('button, textarea').filter({ visible: true })).toHaveCount(0);
}

function whatMoves(): string[] {
  const inSeconds = (durations: string) => durations.split(', ').map((each) => parseFloat(each));
  const moving = [...document.querySelectorAll('*')].filter((element) =>
    [undefined, '::before', '::after'].some((part) => {
      const { transitionDuration, animationName } = getComputedStyle(element, part);
      return inSeconds(transitionDuration).some((duration) => duration > 0) || animationName !== 'none';
    }),
  );
  return [...moving.map((element) => element.outerHTML.slice(0, 80)), ...document.getAnimations().map(String)];
}

function withoutEdge(controls: Element[]): string[] {
  const hasEdge = (control: Element) => {
    const { borderTopStyle, borderTopWidth, textDecorationLine } = getComputedStyle(control);
    const hasBorder = borderTopStyle !== 'none' && parseFloat(borderTopWidth) >= 1;
    return hasBorder || (control.matches('a') && textDecorationLine.includes('underline'));
  };
  return controls.filter((control) => !hasEdge(control)).map((control) => control.outerHTML.slice(0, 80));
}

function withoutWords(states: Element[]): string[] {
  return states.filter(({ textContent }) => !/\w/.test(textContent)).map((state) => state.outerHTML);
}
