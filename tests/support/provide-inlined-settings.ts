import type { TestProject } from 'vitest/node';
import { installedVersion } from '../../candor/src/build/application-packages';
import { installedVersions } from '../../candor/src/build/check-versions';
import { inlinedSettings } from '../../candor/src/build/inlined-settings';

declare module 'vitest' {
  interface ProvidedContext {
    inlinedSettings: Record<string, string>;
  }
}

/** What a build with our own settings inlines. Made once, because it loads the SDK. */
export default function provideInlinedSettings({ provide }: TestProject): void {
  const core = installedVersion('@sentry/core', process.env.SDK_FOLDER ?? process.cwd());
  const versions = { ...installedVersions(process.cwd()), '@sentry/core': core };
  const build = { release: '', isStable: true, versions };
  const { everywhere, onServer } = inlinedSettings({ siteName: 'Candor', icon: '/icon.svg' }, {}, build);
  provide('inlinedSettings', { ...everywhere, ...onServer });
}
