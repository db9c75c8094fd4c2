import type { Figures } from '../rows';
import { median, pairedRatio } from '../statistics';
import { inUnit, toMarkdown } from '../table';
import type { MemoryResult } from './run';

export const steps = [20_000, 60_000, 120_000, 200_000];
const wanted = 1.1;

/** The table, and one sentence on whether the memory is level. */
export function memoryText({ measuredAt, machine, minutes, measured }: MemoryResult): string {
  const valuesAt = (side: Record<number, Figures>, step: number) => side[step]?.memory ?? [];
  const rows = steps
    .filter((step) => measured.candor[step])
    .map((step) => {
      const [bare, candor] = [valuesAt(measured.bare, step), valuesAt(measured.candor, step)];
      const ratio = pairedRatio(candor, bare)?.median ?? NaN;
      const grown = pairedRatio(candor, valuesAt(measured.candor, steps[0] ?? NaN))?.median ?? NaN;
      return { step, bare: median(bare), candor: median(candor), ratio, grown };
    });
  const table = toMarkdown([
    ['requests', 'bare Next.js, their pages', 'Candor', 'to bare', 'to its first'],
    ...rows.map(({ step, bare, candor, ratio, grown }) => [
      step.toLocaleString('en'),
      ...[bare, candor].map((value) => inUnit(value, { unit: 'MB' })),
      ...[ratio, grown].map((value) => value.toFixed(2)),
    ]),
  ]);
  const last = rows.at(-1);
  const judge = (value = NaN) => `${value.toFixed(2)}, wanted ≤ ${wanted}${value <= wanted ? '' : ', **missed**'}`;
  return [
    table,
    `To bare Next.js at the end: ${judge(last?.ratio)}. To its own memory at the first step: ${judge(last?.grown)}.`,
    `Measured ${measuredAt.slice(0, 10)} on ${machine.cores} cores with Node ${machine.node}, in ${minutes.toFixed(1)} minutes.`,
  ].join('\n\n');
}
