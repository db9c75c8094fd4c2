import type { Figures, RowKind } from '../rows';

export type GrowthFigure = Pick<RowKind, 'figure' | 'title' | 'unit' | 'digits' | 'isMoreBetter'> & {
  /** Grows with the steps where nothing stands in its way; other figures stay as they are. */
  isProportional?: true;
  /** Drawn in the chart. */
  isCharted?: true;
};

/** Something that grows in steps. */
export type Axis = {
  /** Heads the column of the steps. */
  title: string;
  /** Before the first round. */
  prepare?: () => Promise<void>;
  steps: readonly number[];
  /** What is measured at each step. */
  figures: readonly GrowthFigure[];
  measure: (step: number) => Promise<Record<string, number>>;
};

/** By step: one value a round of each figure. */
export type Steps = Record<number, Figures>;
