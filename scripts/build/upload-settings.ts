import { matching, readAll, serverSchema, setting, text } from '../../candor/src/server/settings';
import type { Environment } from '../run/processes';

export type Upload = NonNullable<ReturnType<typeof readUpload>>;

// The names that Sentry accepts for a release, except names that its tool would read as an option.
// https://docs.sentry.io/cli/releases/
const release = matching(
  /^(?![-.])[^\s/\\]{1,200}$/,
  'must be at most 200 characters without spaces or slashes, not a dot or dash first',
);

const webUrl = text(
  (written) => URL.canParse(written) && /^https?:$/.test(new URL(written).protocol),
  'must be an address that begins with http:// or https://',
);

const requiredOrOptional = matching(/^(required|optional)$/, 'must be required or optional');

/** An organisation's or a project's name as in Sentry's URLs. */
function slug(name: string, what: string, isNeeded: boolean) {
  const read = matching(/^\w[\w-]*$/, `must be the short name of the ${what} that SENTRY_AUTH_TOKEN is for`);
  return { name, read: (written: string | undefined) => (isNeeded ? read(written) : written) };
}

const buildSchema = (isUploading: boolean) => ({
  release: setting('SENTRY_RELEASE', release, undefined),
  token: setting('SENTRY_AUTH_TOKEN', (written) => written, undefined),
  organisation: slug('SENTRY_ORG', 'organisation', isUploading),
  project: slug('SENTRY_PROJECT', 'project', isUploading),
  /** `undefined`: Sentry's own service. */
  url: setting('SENTRY_URL', webUrl, undefined),
  /** Whether a build without its upload has failed; otherwise it continues with a warning. */
  isRequired: setting('SENTRY_UPLOAD', (written) => requiredOrOptional(written) === 'required', true),
});

/**
 * Reads the build's settings for the upload of source maps; `undefined`: there is no upload. Empty values count as unset.
 * @throws SettingsError naming every bad setting at once, the server's too.
 */
export function readUpload(env: Environment) {
  const build = buildSchema(Boolean(env.SENTRY_AUTH_TOKEN));
  const empty = Object.values(build).filter(({ name }) => env[name] === '');
  const given = { ...env, ...Object.fromEntries(empty.map(({ name }) => [name, undefined])) };
  const { token, organisation, project, url, isRequired } = readAll({ ...serverSchema(false), ...build }, given);
  if (token === undefined || organisation === undefined || project === undefined) return undefined;
  return { token, organisation, project, url, isRequired };
}
