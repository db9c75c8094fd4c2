const settings = [
  'BROWSER_EVENTS_PER_DAY',
  'BROWSER_EVENTS_PER_HOUR',
  'CHROMIUM_PATH',
  'EXAMPLE_PAGE',
  'FAILURES_PER_MINUTE',
  'HOST',
  'HOSTNAME',
  'INBOX_PORT',
  'INBOX_URL',
  'NGINX_PATH',
  'NODE_ENV',
  'OUTBOX_DIR',
  'PORT',
  'TRUSTED_PROXY_HOPS',
];

/** The caller's environment without settings: what he exported for a server of his must not decide a test. */
export function testEnvironment(callersEnv) {
  const isSetting = (name) => settings.includes(name) || /^(SENTRY|SPOTLIGHT)_/.test(name);
  const kept = Object.entries(callersEnv).filter(([name]) => !isSetting(name));
  // Set rather than left out: Next would fill in what is missing from `.env` when it builds.
  return { ...Object.fromEntries(kept), EXAMPLE_PAGE: 'on', SENTRY_RELEASE: '', SENTRY_AUTH_TOKEN: '' };
}
