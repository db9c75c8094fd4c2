import type { Cell, Row } from './rows';
import type { Ratio } from './statistics';

/** The rows as a Markdown table. */
export function toTable(rows: Row[]): string {
  const header = ['', 'bare Next.js', 'Candor', 'to bare', 'wanted', "wizard's default", 'to bare'];
  const lines = [header, header.map(() => '---'), ...rows.map(toCells)];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function toCells(row: Row): string[] {
  const value = (cell: Cell | undefined) => (cell ? inUnit(cell.value, row.unit) : '');
  return [
    row.title,
    row.bare === undefined ? '' : inUnit(row.bare, row.unit),
    value(row.candor),
    ratioText(row.candor?.toBare),
    wanted(row),
    value(row.wizard),
    ratioText(row.wizard?.toBare),
  ];
}

function inUnit(value: number, unit: Row['unit']): string {
  if (value === Infinity) return 'never';
  if (unit === 'kB') return `${(value / 1000).toFixed(1)} kB`;
  return `${value.toFixed(0)}${unit === '/s' ? '/s' : unit && ` ${unit}`}`;
}

/** The ratio, with the smallest and the largest of the rounds in brackets unless all rounds agree. */
export function ratioText(ratio: Ratio | undefined): string {
  if (ratio === undefined) return '';
  const [middle, min, max] = [ratio.median, ratio.min, ratio.max].map((value) => value.toFixed(2));
  if (ratio.min === ratio.max) return ratio.median === 1 ? 'the same' : String(middle);
  return ratio.verdict === 'no difference' ? `no difference (${min}–${max})` : `${middle} (${min}–${max})`;
}

function wanted({ target, better, isMet }: Row): string {
  if (target === undefined) return '';
  return `${better === 'less' ? '≤' : '≥'} ${target}${isMet === false ? ', **missed**' : ''}`;
}
