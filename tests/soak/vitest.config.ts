import { defineConfig } from 'vitest/config';

// `npm run soak` asks for the long form; `npm test` runs the short one, against the build.
export default defineConfig({
  test: { include: ['tests/soak/**/*.test.ts'], testTimeout: 540_000, hookTimeout: 60_000, fileParallelism: false },
});
