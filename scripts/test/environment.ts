import { settingNames } from '../../candor/src/server/settings';
import { isInlinedByNext } from '../build/build-inputs';
import type { Environment } from '../run/processes';

/** The environment without settings: those exported in the shell for a server must not decide a test. */
export function testEnvironment(env: Environment): Environment {
  const isSetting = (name: string) =>
    [...settingNames, 'HOSTNAME', 'INBOX_PORT', 'INBOX_URL', 'FAILURES_PER_MINUTE', 'NODE_ENV'].includes(name) ||
    /^(SENTRY|SPOTLIGHT)_|_PATH$/.test(name) ||
    isInlinedByNext(name);
  const kept = Object.entries(env).filter(([name]) => !isSetting(name) || name === 'BUN_PATH');
  // Set and not left out, because `next build` would read a missing one from `.env`.
  return { ...Object.fromEntries(kept), EXAMPLE_PAGE: 'on', SENTRY_RELEASE: '', SENTRY_AUTH_TOKEN: '' };
}
