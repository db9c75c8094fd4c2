import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { number, readAll, serverSchema, setting } from '../../candor/src/server/settings';
import { SettingsError } from '../../candor/src/shared/settings-error';
import { readUpload, type Upload } from '../build/upload-settings';
import { CommandError } from './cli';
import type { Environment } from './processes';
import { root } from './root';

/** Adds the variables of `.env` to the environment, which wins where both set the same one. */
export function loadEnvFile(): void {
  const file = join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/** The server's settings, read as the server reads them, and the port of the local inbox, which the start script starts. */
export function loadSettings(env: Environment) {
  const inboxPort = setting('INBOX_PORT', number(1, 65_535), 8969);
  return asCommandError(() => readAll({ ...serverSchema(false), inboxPort }, env));
}

/** Where the build uploads source maps to, after all settings are checked. */
export function loadUpload(env: Environment): Upload | undefined {
  return asCommandError(() => readUpload(env));
}

function asCommandError<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof SettingsError) throw new CommandError(error.message, { cause: error });
    throw error;
  }
}
