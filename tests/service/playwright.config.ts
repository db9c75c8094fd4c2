import { defineConfig } from 'playwright/test';
import browser from '../../playwright.config';

const withOwnBuild = /\/source-maps\.spec\.ts$/;

// Apart from the other browser tests: it needs Bugsink, which scripts/test/bugsink.ts installs.
export default defineConfig({
  ...browser,
  testDir: '.',
  globalSetup: ['../support/tested-application.ts', './install-bugsink.ts'],
  projects: [
    { name: 'own-build', testMatch: withOwnBuild }, // It starts first, so that its build does not run alone at the end.
    { name: 'shared-build', testIgnore: withOwnBuild },
  ],
});
