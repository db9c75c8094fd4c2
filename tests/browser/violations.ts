import type { Page } from 'playwright/test';
import { expect, test as base } from './fixtures';

/** Notes what documents of a page do against their policy from now on. */
async function noteViolations(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction('noteViolation', (violation: string) => void violations.push(violation));
  await page.addInitScript(() => {
    const { noteViolation } = window as unknown as { noteViolation: (violation: string) => void };
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      noteViolation(`${effectiveDirective} ${blockedURI} ${sample}`),
    );
  });
  return violations;
}

/** Notes what documents did against their policy. The console of a test may not have such a thing either. */
export const test = base.extend<{ violations: string[] }>({
  violations: async ({ page }, provide) => provide(await noteViolations(page)),
});

/** Waits until React has the heading of the page. */
export async function expectHydrated(page: Page): Promise<void> {
  const isHydrated = (heading: Element) => Object.keys(heading).some((key) => key.startsWith('__reactFiber$'));
  await expect.poll(() => page.getByRole('heading', { level: 1 }).evaluate(isHydrated)).toBe(true);
}
