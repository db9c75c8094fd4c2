/** A change of one file. Paths are relative to the application, with slashes. */
export type Change = {
  path: string;
  /** `undefined`: there is no such file. */
  before: string | undefined;
  after: string | undefined;
};

/** What is left for a person. */
export type Leftover = {
  path: string;
  line?: number;
  says: string;
  /** The text to write. */
  write?: string;
  /** Nothing needs it to be done: good to know. */
  isOptional?: true;
};

export type Plan = { changes: Change[]; left: Leftover[] };

export function joined(plans: readonly Plan[]): Plan {
  return { changes: plans.flatMap(({ changes }) => changes), left: plans.flatMap(({ left }) => left) };
}

export const nothing: Plan = { changes: [], left: [] };
