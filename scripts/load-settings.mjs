import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from './command.mjs';
import { root } from './root.mjs';

/** Adds what `.env` sets to the environment, which wins where both set the same. */
export function loadEnvFile() {
  const file = join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/** The server's settings, read as the server reads them. Dependencies must be installed. */
export async function loadSettings(env) {
  return load(({ readSettings }) => readSettings(env));
}

/** Where the build uploads source maps, with all settings looked at. Dependencies must be installed. */
export async function loadUpload(env) {
  return load(({ readUpload }) => readUpload(env));
}

async function load(read) {
  const { createJiti } = await import('jiti');
  const settings = await createJiti(import.meta.url).import('../candor/server/settings.ts');
  try {
    return read(settings);
  } catch (error) {
    if (error instanceof settings.SettingsError) throw new CommandError(error.message);
    throw error;
  }
}
