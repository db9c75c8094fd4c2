/** Why something that was thrown or captured is counted, and becomes no event. */
export type IgnoredError = (typeof ignoredErrors)[number];

export const ignoredErrors = [
  'React suspends',
  'a script of another site',
  'ignored by the SDK',
  'it matches ignoreErrors',
  'beforeSend dropped it',
] as const;
