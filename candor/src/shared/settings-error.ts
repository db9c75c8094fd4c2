/** Names every bad setting of the environment at once. */
export class SettingsError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`Settings: ${problems.join('; ')}.`);
    this.name = 'SettingsError';
  }
}
