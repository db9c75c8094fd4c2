import { defineConfig } from 'playwright/test';
import browser from '../../playwright.config';

const withOwnBuild = /\/source-maps\.spec\.ts$/;

// Apart from the other browser tests: it needs Bugsink, which scripts/test/bugsink.ts installs.
export default defineConfig({
  ...browser,
  testDir: '.',
  outputDir: 'test-results', // Its own: other browser tests, which run beside these, empty theirs when they start.
  globalSetup: ['../support/tested-application.ts', './install-bugsink.ts'],
  projects: [
    { name: 'own-build', testMatch: withOwnBuild }, // It starts first, so that its build does not run alone at the end.
    { name: 'shared-build', testIgnore: withOwnBuild },
  ],
});
