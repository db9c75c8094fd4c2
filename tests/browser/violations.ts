import { test as base } from './fixtures';

/** Notes what documents did against their policy. The console of a test may not have such a thing either. */
export const test = base.extend<{ violations: string[] }>({
  violations: async ({ page }, provide) => {
    const violations: string[] = [];
    await page.exposeFunction('noteViolation', (violation: string) => void violations.push(violation));
    await page.addInitScript(() => {
      const { noteViolation } = window as unknown as { noteViolation: (violation: string) => void };
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
        noteViolation(`${effectiveDirective} ${blockedURI} ${sample}`),
      );
    });
    await provide(violations);
  },
});
