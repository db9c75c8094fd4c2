import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from './command.mjs';
import { root } from './root.mjs';

/** Adds what `.env` sets to the environment, which wins where both set the same. */
export function loadEnvFile() {
  const file = join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/** The application's own settings, read as the application reads them. Dependencies must be installed. */
export async function loadSettings(env) {
  const { createJiti } = await import('jiti');
  const { readSettings, SettingsError } = await createJiti(import.meta.url).import('../app/_reporting/settings.ts');
  try {
    return readSettings(env);
  } catch (error) {
    if (error instanceof SettingsError) throw new CommandError(error.message);
    throw error;
  }
}
