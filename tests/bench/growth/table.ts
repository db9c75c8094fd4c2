import { inUnit, toMarkdown } from '../table';
import type { Axis, Steps } from './axis';
import { pointsOf } from './growth';

/** The measured steps as a Markdown table: each figure, with its ratio to the first step, in bold where it is bent. */
export function toGrowthTable({ title, steps, figures }: Omit<Axis, 'measure'>, measured: Steps): string {
  const columns = figures.map((figure) => {
    const points = pointsOf(figure, steps, measured);
    return (step: number): string => {
      const point = points.find((one) => one.step === step);
      if (point === undefined) return '';
      const text = inUnit(point.value, figure) + (point.ratio === undefined ? '' : ` (${point.ratio.toFixed(2)})`);
      return point.isBent ? `**${text}**` : text;
    };
  });
  const rows = steps
    .filter((step) => measured[step])
    .map((step) => [step.toLocaleString('en'), ...columns.map((cellAt) => cellAt(step))]);
  return toMarkdown([[title, ...figures.map((figure) => figure.title)], ...rows]);
}
