import { median, pairedRatio } from '../statistics';
import type { GrowthFigure, Steps } from './axis';

const bendAt = 1.5;

/** A figure at one step. `ratio`: to the first step of its axis, or where that is 0 and the figure proportional, to the second. */
export type Point = { step: number; value: number; ratio?: number; isBent: boolean };

/** A figure at each step that was measured. It is bent where it is more than 1.5 times as bad as if each step cost the same. */
export function pointsOf(figure: GrowthFigure, steps: readonly number[], measured: Steps): Point[] {
  const valuesAt = (step: number) => measured[step]?.[figure.figure] ?? [];
  const done = steps.filter((step) => valuesAt(step).length > 0);
  const first = done.find((step) => step > 0 || !figure.isProportional);
  return done.map((step) => {
    const value = median(valuesAt(step));
    const ratio =
      first === undefined || step <= first ? undefined : pairedRatio(valuesAt(step), valuesAt(first))?.median;
    if (first === undefined || ratio === undefined) return { step, value, isBent: false };
    const toExpected = ratio / (figure.isProportional ? step / first : 1);
    return { step, value, ratio, isBent: (figure.isMoreBetter ? 1 / toExpected : toExpected) > bendAt };
  });
}
