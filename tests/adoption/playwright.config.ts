import { defineConfig } from 'playwright/test';
import browser from '../../playwright.config';

// Apart from the other tests: it needs the npm registry, and each application takes minutes to install and to build.
export default defineConfig({
  ...browser,
  testDir: '.',
  testMatch: /adoption\/[^/]+\.spec\.ts$/, // Not what applications have as tests of their own.
  globalSetup: './adopt.ts', // The applications are its own, and the package is that of today.
  fullyParallel: false,
  projects: [{ name: 'adoption' }],
  workers: 2, // Of the time of each most goes into installs and into builds, which keep little more than one core busy.
  timeout: 1_200_000,
  // What does not come to a page in this time will not: the test says what it was.
  use: { ...browser.use, actionTimeout: 30_000, navigationTimeout: 60_000 },
});
