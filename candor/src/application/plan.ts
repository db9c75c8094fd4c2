/** A change of one file. Paths are relative to the application, with slashes. */
export type Change = {
  path: string;
  /** `undefined`: no file. */
  before: string | undefined;
  after: string | undefined;
  /** What a person does instead if the file has uncommitted changes. */
  byHand?: Omit<Leftover, 'path'>;
};

/** Something to do for a person. */
export type Leftover = {
  path: string;
  line?: number;
  /** Ends with what to do: `Add at the top:`, `Replace this line with:`, `Delete this file.` and the like. */
  says: string;
  write?: string;
  isOptional?: true;
};

export type Step = Change | Leftover;

export type Plan = { changes: Change[]; left: Leftover[] };

export function planOf(steps: readonly Step[]): Plan {
  return { changes: steps.filter((step) => 'after' in step), left: steps.filter((step) => 'says' in step) };
}

export const lineOf = (text: string, at: number) => text.slice(0, at).split('\n').length;
