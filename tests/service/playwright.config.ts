import { defineConfig } from 'playwright/test';
import browser from '../../playwright.config';

// Apart from the other browser tests: it needs Bugsink, which scripts/test/bugsink.ts installs.
export default defineConfig({
  ...browser,
  testDir: '.',
  globalSetup: ['../support/tested-application.ts', './install-bugsink.ts'],
  projects: [{ name: 'service' }],
});
