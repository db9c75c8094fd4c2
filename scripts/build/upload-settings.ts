import { matching, optional, readAll, serverSchema, text } from '../../candor/server/settings';
import type { Environment } from '../run/processes';

export type Upload = NonNullable<ReturnType<typeof readUpload>>;

const anything = optional((written) => written, undefined);

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

/** An organisation's or a project's name as in Sentry's URLs. */
function slug(what: string) {
  return matching(/^\w[\w-]*$/, `must be the short name of the ${what} that SENTRY_AUTH_TOKEN is for`);
}

const buildSchema = (isUploading: boolean) => ({
  SENTRY_RELEASE: optional(release, undefined),
  SENTRY_AUTH_TOKEN: anything,
  SENTRY_ORG: isUploading ? slug('organisation') : anything,
  SENTRY_PROJECT: isUploading ? slug('project') : anything,
  SENTRY_URL: optional(webUrl, undefined),
  SENTRY_UPLOAD: optional(matching(/^(required|optional)$/, 'must be required or optional'), 'required'),
});

/**
 * Reads the build's settings for the upload of source maps; `undefined`: there is no upload. Empty values count as unset.
 * @throws SettingsError naming every bad setting at once, the server's too.
 */
export function readUpload(env: Environment) {
  const build = buildSchema(Boolean(env.SENTRY_AUTH_TOKEN));
  const empty = Object.keys(build).filter((name) => env[name] === '');
  const given = Object.fromEntries(Object.entries(env).filter(([name]) => !empty.includes(name)));
  const data = readAll({ ...serverSchema(false), ...build }, given);
  const { SENTRY_AUTH_TOKEN: token, SENTRY_ORG: organisation, SENTRY_PROJECT: project } = data;
  if (token === undefined || organisation === undefined || project === undefined) return undefined;
  return {
    token,
    organisation,
    project,
    /** `undefined`: Sentry's own service. */
    url: data.SENTRY_URL,
    /** Whether a build without its upload has failed; otherwise it continues with a warning. */
    isRequired: data.SENTRY_UPLOAD === 'required',
  };
}
