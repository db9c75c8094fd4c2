import { SettingsError } from '../../shared/settings-error.js';

// In place of @redis/client where an application does not have it: its build is to succeed, and so is a start without OUTBOX_URL.
// build/application-packages.ts puts it there.

export const RESP_TYPES = {};

/** @throws SettingsError */
export function createClient(): never {
  throw new SettingsError([
    'OUTBOX_URL needs the package @redis/client: install it (npm install @redis/client) and build again',
  ]);
}
