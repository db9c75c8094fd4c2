import { fileURLToPath } from 'node:url';
import type { NextConfig } from 'next';

const styles = '**/next/dist/client/components/builtin/error-styles.js';

/**
 * Has Turbopack leave out most styles of Next's own error screen, which each visitor loads. It is for an application with a
 * `global-error` of its own: if that one throws, a visitor sees Next's, with the same words and buttons.
 */
export function withLightLastScreen(nextConfig: NextConfig): NextConfig {
  const loader = fileURLToPath(new URL('../internals/build/last-screen.cjs', import.meta.url));
  const rules: NonNullable<NextConfig['turbopack']>['rules'] = {
    [styles]: { condition: { all: ['browser', 'production'] }, loaders: [loader] },
    ...nextConfig.turbopack?.rules,
  };
  return { ...nextConfig, turbopack: { ...nextConfig.turbopack, rules } };
}
