import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/unit/**/*.test.{ts,tsx}'],
    setupFiles: ['tests/support/inlined-settings.ts', 'tests/support/quiet-console.ts', 'tests/support/fresh-page.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    maxWorkers: 2, // By default vitest leaves one core free, which is half of a machine with two.
    testTimeout: 30_000, // None takes a second by itself; the machine may be busy.
  },
});
