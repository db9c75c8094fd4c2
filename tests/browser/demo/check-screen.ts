import { expect, type Page } from 'playwright/test';
import type { Screen } from './screens';

/** Expects that nothing moves where motion is reduced, and that forced colours leave edges, underlines and words. */
export async function expectSettingsKept(page: Page): Promise<void> {
  expect(await page.evaluate(movingElements)).toEqual([]);
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await page.locator('button, textarea, a[href]').evaluateAll(withoutEdge)).toEqual([]);
  for (const state of await page.locator('[data-state]').all()) await expect(state).toHaveText(/\w/);
  await page.emulateMedia({ forcedColors: null });
}

const reference = /^(Digest|Event): [0-9a-f]{32}$/;

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

const takingFocus = 'a[href], button, input:not([type=hidden]), textarea, select, summary, [tabindex]';

/** Expects that Tab reaches every control in the order of the page, and that an outline shows where the focus is. */
export async function expectTabOrder(page: Page): Promise<void> {
  const controls = await page.locator(takingFocus).evaluateAll(numberTabStops);
  const reached: number[] = [];
  for (let presses = 0; presses <= controls.length && reached.length < controls.length; presses += 1) {
    await page.keyboard.press('Tab');
    const { at, outline } = await page.evaluate(describeFocused);
    if (at === undefined) continue; // In the browser's own controls, which come after the last of the page.
    reached.push(at);
    expect.soft(outline, `the outline of ${controls[at]}`).toEqual({ isThick: true, isContrasting: true });
  }
  // A screen begins with the focus on its heading: controls before the heading come last.
  const first = reached[0] ?? 0;
  expect(reached).toEqual(controls.map((_, number) => (first + number) % controls.length));
}

function numberTabStops(all: Element[]): string[] {
  const stops = all.filter(
    (each): each is HTMLElement =>
      each instanceof HTMLElement && each.tabIndex >= 0 && each.checkVisibility() && !each.matches(':disabled'),
  );
  stops.forEach((stop, number) => (stop.dataset.tabStop = String(number)));
  return stops.map((stop) => stop.innerText || stop.tagName);
}

/** The number of the focused control, and whether its outline has two pixels and a contrast of 3 to its background. */
function describeFocused() {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused.dataset.tabStop === undefined) return {};
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(focused);
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;

  const rgba = (color: string) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = ([red = 0, green = 0, blue = 0]: number[]) => {
    const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * linear(red / 255) + 0.7152 * linear(green / 255) + 0.0722 * linear(blue / 255);
  };
  const groundBehind = (element: Element | null): number[] => {
    if (element === null) return rgba('Canvas');
    const color = rgba(getComputedStyle(element).backgroundColor);
    return color[3] === 255 ? color : groundBehind(element.parentElement);
  };

  const [dark = 0, light = 0] = [rgba(outlineColor), groundBehind(focused.parentElement)].map(luminance).sort();
  const isThick = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
  return {
    at: Number(focused.dataset.tabStop),
    outline: { isThick, isContrasting: (light + 0.05) / (dark + 0.05) >= 3 },
  };
}
