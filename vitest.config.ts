import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// The code of these folders changes nothing that its process has: their tests load it once for all files.
const sharing = ['tests/unit/{delivery,docs,envelope,outbox,scripts,scrubbing}/**/*.test.ts'];

// They compile, pack or upload for minutes in all: they are of the wide ring.
const slow = ['tests/unit/{package/package,scripts/build/upload-source-maps}.test.ts'];

// It sets flags of V8, which hold for its process.
const apart = ['tests/unit/scrubbing/scrub.test.ts'];

// The application's imports of the package lead to its sources, as those of the tests do.
const sources = join(import.meta.dirname, 'candor/src');
// `npm test oldest-sdk` has a folder with another version of the SDK, whose core may have no part for servers.
const { SDK_FOLDER } = process.env;
const otherSdk = [
  { find: /^[#@]sentry\/core(\/server)?$/, replacement: `${SDK_FOLDER}/node_modules/@sentry/core/build/esm/index.js` },
  { find: '@sentry/browser', replacement: `${SDK_FOLDER}/node_modules/@sentry/browser/build/npm/cjs/prod/index.js` },
  { find: '@sentry/nextjs', replacement: `${SDK_FOLDER}/node_modules/@sentry/nextjs/build/cjs/index.server.js` },
];
const alias = [
  ...(SDK_FOLDER === undefined ? [] : otherSdk),
  { find: /^candor$/, replacement: `${sources}/index.ts` },
  { find: /^candor\/([a-z-]+)$/, replacement: `${sources}/$1.ts` },
  { find: /^#options\/\w+$/, replacement: `${sources}/options/none.ts` },
  { find: '#words', replacement: `${sources}/shared/words/en.ts` },
  { find: '#messages', replacement: `${sources}/options/none.ts` },
];

export default defineConfig({
  resolve: { alias },
  test: {
    globalSetup: 'tests/support/provide-inlined-settings.ts',
    setupFiles: [
      'tests/support/use-inlined-settings.ts',
      'tests/support/quiet-console.ts',
      'tests/support/fresh-page.ts',
    ],
    // No test loads the stylesheet of a screen.
    environmentOptions: { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: true } } },
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    maxWorkers: 2, // By default vitest leaves one core free, which is half of a machine with two.
    testTimeout: 30_000, // None takes a second by itself; the machine may be busy.
    hookTimeout: 60_000, // One compiles the commands.
    projects: [
      { extends: true, test: { name: 'sharing', include: sharing, exclude: [...slow, ...apart], isolate: false } },
      {
        extends: true,
        // A thread starts faster than a process, and each file has one of its own.
        test: {
          name: 'isolated',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          exclude: [...sharing, ...slow],
          pool: 'threads',
        },
      },
      { extends: true, test: { name: 'apart', include: apart } },
      { extends: true, test: { name: 'slow', include: slow } },
    ],
  },
});
