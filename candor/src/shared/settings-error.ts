/** Names every bad setting of the environment at once. */
export class SettingsError extends Error {
  /** @param problems begin with the name of a setting each */
  constructor(readonly problems: readonly string[]) {
    super(`Settings: ${problems.join('; ')}.`);
    this.name = 'SettingsError';
  }
}
