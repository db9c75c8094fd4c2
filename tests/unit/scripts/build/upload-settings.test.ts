import { expect, test } from 'vitest';
import { SettingsError } from '../../../../candor/src/shared/settings-error';
import { readUpload } from '../../../../scripts/build/upload-settings';

const env = { SENTRY_AUTH_TOKEN: 'topsecret', SENTRY_ORG: 'acme', SENTRY_PROJECT: 'web' };
const upload = { token: 'topsecret', organisation: 'acme', project: 'web', url: undefined, isRequired: true };

test('requires the upload with a token, to Sentry’s own service by default', () => {
  expect(readUpload(env)).toEqual(upload);
});

test('reads every setting', () => {
  const url = 'https://sentry.example.test/';
  const given = { SENTRY_RELEASE: 'web@1.0.0+a1', SENTRY_URL: url, SENTRY_UPLOAD: 'optional' };
  expect(readUpload({ ...env, ...given })).toEqual({ ...upload, url, isRequired: false });
});

test('reads empty settings as unset', () => {
  expect(readUpload({ ...env, SENTRY_RELEASE: '', SENTRY_URL: '', SENTRY_UPLOAD: '' })).toEqual(upload);
  expect(readUpload({ ...env, SENTRY_AUTH_TOKEN: '' })).toBeUndefined();
});

const organisation = 'SENTRY_ORG must be the short name of the organisation that SENTRY_AUTH_TOKEN is for';
const project = 'SENTRY_PROJECT must be the short name of the project that SENTRY_AUTH_TOKEN is for';

test.each([
  [{}, [organisation, project]],
  [{ SENTRY_ORG: 'acme' }, [project]],
  [{ SENTRY_ORG: 'a/b', SENTRY_PROJECT: 'web' }, [organisation]],
])('rejects a token with %j for organisation and project, and names each missing setting', (of, problems) => {
  expect(() => readUpload({ SENTRY_AUTH_TOKEN: 'topsecret', ...of })).toThrow(new SettingsError(problems));
});

const notUrl = 'must be an address that begins with http:// or https://';
const notRelease = 'must be at most 200 characters without spaces or slashes, not a dot or dash first';

test.each<[name: string, value: string, problem: string]>([
  ['SENTRY_URL', 'sentry.io', notUrl],
  ['SENTRY_URL', 'ftp://sentry.io', notUrl],
  ['SENTRY_UPLOAD', 'no', 'must be required or optional'],
  ...['-x', '..', 'a b', 'a/b', 'x'.repeat(201)].map(
    (name) => ['SENTRY_RELEASE', name, notRelease] as [string, string, string],
  ),
])('rejects %s=%s', (name, value, problem) => {
  expect(() => readUpload({ [name]: value })).toThrow(new SettingsError([`${name} ${problem}`]));
});

test('names the bad settings of the server too', () => {
  expect(() => readUpload({ SENTRY_UPLOAD: 'no', PORT: 'x' })).toThrow(
    new SettingsError(['PORT must be a number from 1 to 65535', 'SENTRY_UPLOAD must be required or optional']),
  );
});
