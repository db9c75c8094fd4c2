import type { Locator, Page } from 'playwright/test';
import { eventState, failedToLoad, redactedServerError, sampleError } from './fixtures';
import { expect, screens, takingFocus, test } from './screens';

for (const screen of screens.filter(({ isEmpty }) => !isEmpty)) {
  test(`${screen.name}: Tab reaches every control in the order of the page, and an outline shows where it is`, async ({
    visit,
  }) => {
    const page = await visit(screen);
    const controls = await page.locator(takingFocus).evaluateAll(numberTabStops);
    const reached: number[] = [];
    for (let presses = 0; presses <= controls.length && reached.length < controls.length; presses += 1) {
      await page.keyboard.press('Tab');
      const { at, outline } = await page.evaluate(describeFocused);
      if (at === undefined) continue; // In the browser's own controls, which come after the last of the page.
      reached.push(at);
      expect.soft(outline, `the outline of ${controls[at]}`).toEqual({ isThick: true, isContrasting: true });
    }
    // A screen begins with the focus on its heading: what stands before that comes last.
    const first = reached[0] ?? 0;
    expect(reached).toEqual(controls.map((_, number) => (first + number) % controls.length));
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.locator('[data-tab-stop]').evaluateAll(againstReading), `${width} px wide`).toEqual([]);
    }
  });
}

for (const screen of screens.filter(({ tellsOf, withoutScripts }) => tellsOf === 'failure' && !withoutScripts)) {
  if (screen.name === 'words-sent') continue; // There the visitor has moved on.
  test(`${screen.name}: the focus is on the heading of the screen`, async ({ visit }) => {
    const page = await visit(screen);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
}

test('a failure is made, its reference copied and words sent without a mouse', async ({
  page,
  context,
  expectedOnConsole,
}) => {
  expectedOnConsole.push(sampleError, failedToLoad(500), redactedServerError);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const press = async (role: 'link' | 'button', name: string, key: string) => {
    await tabTo(page, page.getByRole(role, { name, exact: true }));
    await page.keyboard.press(key);
  };
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto('/');
  await press('link', 'Check error reporting', 'Enter');
  await expect(heading).toHaveText('Check error reporting');
  await press('button', 'Throw Sample Error', 'Enter');
  await expect(eventState(page)).toHaveText('sent');
  await press('button', 'Reject a promise', 'Space');
  await expect(eventState(page)).toHaveText(['sent', 'sent']);
  await press('button', 'Throw while rendering', 'Space');
  await expect(heading).toBeFocused();
  await expect(eventState(page)).toHaveText('sent');

  await press('button', 'Copy reference', 'Enter');
  await expect(page.getByText('Copied.')).toBeVisible();
  await tabTo(page, page.getByLabel('What were you doing?'));
  await page.keyboard.type('I pressed the space bar.');
  await press('button', 'Send', 'Enter');
  await expect(page.getByText('Sent. Thank you.')).toBeVisible();
  await press('button', 'Try again', 'Space');
  await expect(heading).toHaveText('Check error reporting');
  await press('link', 'Throw in a Server Component', 'Enter');
  await expect(heading).toHaveText('Something went wrong');
  await press('link', 'Go to the home page', 'Enter');
  await expect(page).toHaveURL('/');
});

async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let presses = 0; presses < 40; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`40 presses of Tab do not lead to ${String(control)}.`);
}

/** Numbers what Tab is to reach, in the order of the document; gives back what each says. */
function numberTabStops(all: Element[]): string[] {
  const stops = all.filter(
    (each): each is HTMLElement =>
      each instanceof HTMLElement && each.tabIndex >= 0 && each.checkVisibility() && !each.matches(':disabled'),
  );
  stops.forEach((stop, number) => (stop.dataset.tabStop = String(number)));
  return stops.map((stop) => stop.innerText || stop.tagName);
}

/** The number of what has the focus, and whether its outline has two pixels and, on its ground, a contrast of 3. */
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
  // https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
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

/** Those controls that a reader, line by line and column by column, meets before the one that Tab reaches first. */
function againstReading(stops: Element[]): (string | null)[] {
  const boxes = stops.map((stop) => stop.getBoundingClientRect());
  const isBefore = (one: DOMRect, other: DOMRect) =>
    one.bottom <= other.top ? one.left < other.right : one.right <= other.left && one.top < other.bottom;
  return stops
    .filter((_, number) => {
      const [previous, box] = [boxes[number - 1], boxes[number]];
      return previous && box && isBefore(box, previous);
    })
    .map((stop) => stop.textContent);
}
