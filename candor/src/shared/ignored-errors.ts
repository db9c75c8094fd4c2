/** Why something that was thrown or captured is counted, and becomes no event. */
export type IgnoredError = (typeof ignoredErrors)[number];

/** Those that a team can disagree with. */
export type JudgedError = (typeof judgedErrors)[number];

/** The browser judges by whose code it was, or by what it says of itself. */
const judgedErrors = [
  'a script of another site',
  'an extension',
  'a script that something in front of the site wrote',
  'a view transition was skipped',
  'aborted on purpose',
] as const;

export const ignoredErrors = [
  ...judgedErrors,
  'React suspends',
  'ignored by the SDK',
  'it matches ignoreErrors',
  'beforeSend dropped it',
  'not the first of its kind today',
] as const;
