import { settingNames } from '../../candor/src/server/settings';
import { isInlinedByNext } from '../build/build-inputs';
import type { Environment } from '../run/processes';

// Set by this project's scripts for their children.
const ofScripts = [
  'BUGSINK_FOLDER',
  'CHROMIUM_PATH',
  'FIREFOX_PATH',
  'HOSTNAME',
  'INBOX_URL',
  'NGINX_PATH',
  'NODE_ENV',
  'REDIS_PATH',
  'WEBKIT_PATH',
];

/** The environment without settings: those exported in the shell for a server must not decide a test. */
export function testEnvironment(env: Environment): Environment {
  const isSetting = (name: string) =>
    [...settingNames, ...ofScripts].includes(name) || /^(SENTRY|SPOTLIGHT)_/.test(name) || isInlinedByNext(name);
  const kept = Object.entries(env).filter(([name]) => !isSetting(name));
  // Set and not left out, because `next build` would read a missing one from `.env`.
  return { ...Object.fromEntries(kept), EXAMPLE_PAGE: 'on', SENTRY_RELEASE: '', SENTRY_AUTH_TOKEN: '' };
}
