import { SettingsError } from '../../shared/settings-error.js';

// build/application-packages.ts puts it in place of @redis/client: an application without that is to build, and to start.

export const RESP_TYPES = {};

export function createClient(): never {
  throw new SettingsError([
    'OUTBOX_URL needs the package @redis/client: install it (npm install @redis/client) and build again',
  ]);
}
