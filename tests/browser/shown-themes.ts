import { expect, type Page } from 'playwright/test';

/** Notes the colour scheme of the failure screens that a page shows, in each frame that the browser paints. */
export async function noteShownThemes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shown = new Set<string>();
    Object.assign(window, { shownThemes: shown });
    const note = () => {
      const screen = document.querySelector('.screen, .segment-error');
      if (screen) shown.add(getComputedStyle(screen).colorScheme);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
}

/** Expects that the screens of this page have had this theme from the first frame on. */
export async function expectShownThemes(page: Page, theme: string): Promise<void> {
  await expect(page.locator('.screen, .segment-error')).toHaveCSS('color-scheme', theme);
  const shown = () => page.evaluate(() => [...(window as unknown as { shownThemes: Set<string> }).shownThemes]);
  await expect.poll(shown).toEqual([theme]);
}

/** Has every page of this context find this theme where a page has stored it. */
export async function storeTheme(page: Page, theme: string): Promise<void> {
  await page.addInitScript((stored) => {
    if (localStorage.getItem('theme') === null) localStorage.setItem('theme', stored);
  }, theme);
}
