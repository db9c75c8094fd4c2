import { defineConfig } from 'playwright/test';

// CHROMIUM_PATH: the browser that the test script found installed; unset, Playwright's own.
const executablePath = process.env.CHROMIUM_PATH;

export default defineConfig({
  testDir: 'tests/browser',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  snapshotPathTemplate: 'tests/browser/pictures/{arg}{ext}',
  updateSnapshots: 'none', // A missing screenshot fails its test; `npm run screenshots` takes them.
  use: {
    launchOptions: {
      executablePath,
      // Chromium has no sandbox for root, and would otherwise call its maker at every start.
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
});
