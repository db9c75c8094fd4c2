import { defineConfig } from 'vitest/config';
import { isLong, killsOfLong } from './size';

// Against the build. See size.ts for the two forms.
export default defineConfig({
  test: {
    include: ['tests/soak/**/*.test.ts'],
    exclude: isLong ? [] : ['tests/soak/{growth,incident}.test.ts'], // They have no short form: a flood takes two thousand failures.
    globalSetup: 'tests/support/tested-application.ts',
    testTimeout: 180_000 * (isLong ? killsOfLong : 3),
    hookTimeout: 60_000,
    maxWorkers: isLong ? 1 : 2, // The short form waits more than it works.
  },
});
