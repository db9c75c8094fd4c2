import { defineConfig } from 'vitest/config';
import { inlinedSettings } from './candor/inlined-settings';

export default defineConfig({
  define: quoted(inlinedSettings({}, {}).everywhere), // As a build of the default settings.
  test: {
    include: ['tests/unit/**/*.test.{ts,tsx}'],
    setupFiles: ['tests/support/quiet-console.ts'],
    restoreMocks: true,
    maxWorkers: 2, // By default vitest leaves one core free, which is half of a machine with two.
    testTimeout: 30_000, // None takes a second by itself; the machine may be busy.
  },
});

function quoted(texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, JSON.stringify(text)]));
}
