import { expect, type Page } from 'playwright/test';
import type { Screen } from './visit-screen';

/** Expects that nothing moves. The page was opened with the preference for reduced motion. */
export async function expectNoMotion(page: Page): Promise<void> {
  expect(await page.evaluate(movingElements)).toEqual([]);
}

/** Expects that forced colours leave edges, underlines and words. */
export async function expectReadableInForcedColors(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await page.locator('button, textarea, a[href]').evaluateAll(withoutEdge)).toEqual([]);
  expect(await page.locator('[data-state]').evaluateAll(withoutWords)).toEqual([]);
  await page.emulateMedia({ forcedColors: null });
}

const reference = /^(Digest|Event): [0-9a-f]{32}$/;

/** Expects on paper what the screen says, and no control. */
export async function expectPrintable(page: Page, { printed, withoutScripts }: Screen): Promise<void> {
  const references = page.getByText(reference);
  const count = await references.count();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  if (printed === 'reference') {
    await expect(page.getByText(/^Application error: /)).toBeVisible();
    await expect(references).toBeVisible();
    if (!withoutScripts) await expect(page.getByText(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/)).toBeVisible();
  } else {
    expect(count > 0).toBe(printed === 'rows with references');
    await expect(references.filter({ visible: true })).toHaveCount(count);
  }
  await expect(page.locator('button, textarea').filter({ visible: true })).toHaveCount(0);
  await page.emulateMedia({ media: null });
}

function movingElements(): string[] {
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
