/** A change of one file. Paths are relative to the application, with slashes. */
export type Change = {
  path: string;
  /** `undefined`: there is no such file. */
  before: string | undefined;
  after: string | undefined;
  /** What a person does instead, where the file has changes that git does not have. */
  byHand?: Omit<Leftover, 'path'>;
};

/** What is left for a person. */
export type Leftover = {
  path: string;
  line?: number;
  /** Ends with what to do: `Add at the top:`, `Replace this line with:`, `Delete this file.` and the like. */
  says: string;
  /** The text to paste. */
  write?: string;
  /** Nothing needs it to be done: good to know. */
  isOptional?: true;
};

export type Step = Change | Leftover;

export type Plan = { changes: Change[]; left: Leftover[] };

export function planOf(steps: readonly Step[]): Plan {
  return { changes: steps.filter((step) => 'after' in step), left: steps.filter((step) => 'says' in step) };
}

export const lineOf = (text: string, at: number) => text.slice(0, at).split('\n').length;
