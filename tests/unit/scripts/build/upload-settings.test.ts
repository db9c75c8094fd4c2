import { expect, test } from 'vitest';
import { SettingsError } from '../../../../candor/src/shared/settings-error';
import { checkUpload } from '../../../../scripts/build/upload-source-maps';

const env = { SENTRY_AUTH_TOKEN: 'topsecret', SENTRY_ORG: 'acme', SENTRY_PROJECT: 'web' };
const all = { SENTRY_RELEASE: 'web@1.0.0+a1', SENTRY_URL: 'https://sentry.example.test/' };
const empty = { SENTRY_RELEASE: '', SENTRY_URL: '' };

test('a build with a token uploads, and empty settings count as unset', () => {
  const environments = [env, { ...env, ...all }, { ...env, ...empty }, { ...env, SENTRY_AUTH_TOKEN: '' }, {}];
  expect(environments.map(checkUpload)).toEqual([true, true, true, false, false]);
});

const token = { SENTRY_AUTH_TOKEN: 'topsecret' };
const organisation = 'SENTRY_ORG must be the short name of the organisation that SENTRY_AUTH_TOKEN is for';
const project = 'SENTRY_PROJECT must be the short name of the project that SENTRY_AUTH_TOKEN is for';
const release = 'SENTRY_RELEASE must be at most 200 characters without spaces or slashes, not a dot or dash first';
const port = 'PORT must be a number from 1 to 65535';

test.each<[env: Record<string, string>, ...problems: string[]]>([
  [token, organisation, project],
  [{ ...token, SENTRY_ORG: 'acme' }, project],
  [{ ...token, SENTRY_ORG: 'a/b', SENTRY_PROJECT: 'web' }, organisation],
  ...['-x', '..', 'a b', 'a/b', 'x'.repeat(201)].map((SENTRY_RELEASE): [Record<string, string>, string] => [
    { SENTRY_RELEASE },
    release,
  ]),
  [{ SENTRY_RELEASE: '-x', PORT: 'x' }, port, release],
])('%j is rejected, and each bad setting is named', (env, ...problems) => {
  expect(() => checkUpload(env)).toThrow(new SettingsError(problems));
});
