import { parseEnv } from 'node:util';
import { readSettings } from '../../server/settings.js';
import { SettingsError } from '../../shared/settings-error.js';
import { read } from '../../application/read-application.js';
import { note, type Finding } from './finding.js';

/** Where Next reads settings from for production, the last with a name first. The environment goes before all of them. */
const files = ['.env', '.env.production', '.env.local', '.env.production.local'];

/** The settings of a server that is built or started here. */
export function inspectSettings(folder: string, env: NodeJS.ProcessEnv): Finding[] {
  const written = files.map((path) => Object.entries(parseEnv(read(folder, path) ?? '') as NodeJS.ProcessEnv));
  // Next puts other settings in the place of `$NAME`.
  const known = written.flat().filter(([, value]) => value?.includes('$') === false);
  const values: NodeJS.ProcessEnv = { ...Object.fromEntries(known), ...env, NODE_ENV: 'production' };
  const unset = values.SENTRY_DSN ? [] : [note('SENTRY_DSN is not set here. A server without it sends no failures.')];
  try {
    readSettings(values);
    return unset;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return [...error.problems.map((problem) => ({ says: `${problem}. A build stops there.` })), ...unset];
  }
}
