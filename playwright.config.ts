import { join } from 'node:path';
import { defineConfig } from 'playwright/test';

// CHROMIUM_PATH: the browser that the test script found installed; unset, Playwright's own.
const executablePath = process.env.CHROMIUM_PATH;

// Tests that make a build of their own, one worker for each. They start first, so that none of them runs alone at the end.
const withOwnBuild = /\/(development|guest|team-.*)\.spec\.ts$/;

// Breadth, for `npm run test:wide`: what has the tag, and whole files. Each of the last three makes builds of its own, or starts nginx.
const wide = [/@wide\b/, /\b(firefox|node-releases|webkit|guest|development|nginx)\.spec\.ts/];

export default defineConfig({
  testDir: 'tests/browser',
  globalSetup: './tests/support/tested-application.ts',
  fullyParallel: true,
  workers: 4, // On two cores: many tests wait for a server's time limit or for a build.
  forbidOnly: true,
  // For a machine that is busy with something else: a test that passes waits for neither.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  snapshotPathTemplate: 'tests/browser/demo/screenshots/{arg}{ext}',
  updateSnapshots: 'none', // A missing screenshot fails its test; `npm run screenshots` takes them.
  projects: [
    { name: 'own-build', testMatch: withOwnBuild, grepInvert: wide },
    { name: 'shared-build', testIgnore: withOwnBuild, grepInvert: wide },
    { name: 'wide', grep: wide },
  ],
  use: {
    launchOptions: {
      executablePath,
      // Chromium has no sandbox for root, and would otherwise call its maker at every start.
      args: [
        ...['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
        ...['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb'],
      ],
      // The same fonts on every machine, so that screenshots and widths of text can be compared.
      env: { ...process.env, FONTCONFIG_FILE: join(import.meta.dirname, 'tests/browser/fonts.conf') },
    },
  },
});
