import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/unit/**/*.test.{ts,tsx}'],
    setupFiles: ['tests/support/quiet-console.ts'],
    restoreMocks: true,
    testTimeout: 30_000, // None takes a second by itself; the machine may be busy.
  },
});
