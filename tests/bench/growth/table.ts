import { median, pairedRatio } from '../statistics';
import { inUnit, toMarkdown } from '../table';
import type { Axis, GrowthFigure, Steps } from './axis';

const bendAt = 1.5;

/** The measured steps as a Markdown table: each figure, with its ratio to the first step, in bold from where it bends. */
export function toGrowthTable({ title, steps, figures }: Omit<Axis, 'measure'>, measured: Steps): string {
  const header = [title, ...figures.map((figure) => figure.title)];
  const done = steps.filter((step) => measured[step]);
  const rows = done.map((step) => [
    step.toLocaleString('en'),
    ...figures.map((figure) => toCell(figure, { step, first: done[0] ?? NaN }, measured)),
  ]);
  return toMarkdown([header, ...rows]);
}

function toCell(figure: GrowthFigure, { step, first }: { step: number; first: number }, measured: Steps): string {
  const valuesAt = (at: number) => measured[at]?.[figure.figure] ?? [];
  const value = inUnit(median(valuesAt(step)), figure);
  const ratio = pairedRatio(valuesAt(step), valuesAt(first))?.median;
  if (step === first || ratio === undefined) return value;
  const text = `${value} (${ratio.toFixed(2)})`;
  return isBent(figure, ratio, step / first) ? `**${text}**` : text;
}

/** Whether a figure is more than 1.5 times as bad as it would be if it cost the same at each step. */
function isBent({ isMoreBetter, isProportional }: GrowthFigure, ratio: number, ofSteps: number): boolean {
  const toExpected = ratio / (isProportional ? ofSteps : 1);
  return (isMoreBetter ? 1 / toExpected : toExpected) > bendAt;
}
