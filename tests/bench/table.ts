import type { Comparison } from './comparisons';
import type { Cell, Row, RowKind } from './rows';
import type { Ratio } from './statistics';

type Column = [heading: string, cell: (row: Row) => string];
const wantedColumn: Column = ['wanted', wantedText];
/** Of another build, as the goals are: a ratio, or where that is wanted a value. */
const beforeColumn: Column = ['before', (row) => resultText(row, row.before)];

/** The rows as a Markdown table. */
export function toTable({ rows, titles }: Comparison): string {
  const columns: Column[] = [
    ['', ({ title }) => title],
    [titles.baseline, (row) => inUnit(row.baseline, row)],
    ['Candor', (row) => inUnit(row.candor?.value, row)],
    ...ratioColumn(({ candor }) => candor),
    ...(rows.some(({ wanted }) => wanted) ? [wantedColumn] : []),
    ...(rows.some(({ before }) => before) ? [beforeColumn] : []),
    ...otherColumns(titles.other),
    ...(titles.least === undefined ? [] : [[titles.least, (row) => inUnit(row.least, row)] satisfies Column]),
  ];
  const lines = rows.map((row) => columns.map(([, cell]) => cell(row)));
  return toMarkdown([columns.map(([heading]) => heading), ...lines]);

  function otherColumns(heading: string | undefined): Column[] {
    if (heading === undefined) return [];
    return [[heading, (row) => inUnit(row.other?.value, row)], ...ratioColumn(({ other }) => other)];
  }

  function ratioColumn(cellOf: (row: Row) => Cell | undefined): Column[] {
    return titles.ratio === undefined ? [] : [[titles.ratio, (row) => ratioText(cellOf(row)?.ratio, row.unit)]];
  }
}

export function toMarkdown([head = [], ...lines]: string[][]): string {
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

export function inUnit(value: number | undefined, { unit, digits = 0 }: Pick<RowKind, 'unit' | 'digits'>): string {
  if (value === undefined) return '';
  if (value === Infinity) return 'never';
  if (unit === 'kB') return `${(value / 1000).toFixed(1)} kB`;
  if (unit === 'ms' && value.toFixed(digits) === '0') return 'under 1 ms';
  const text = value.toFixed(digits);
  return unit === '/s' ? `${text}/s` : `${text}${unit && ` ${unit}`}`;
}

/** The ratio, with the interval of its median in brackets unless all rounds agree. */
export function ratioText(ratio: Ratio | undefined, unit?: RowKind['unit']): string {
  if (ratio === undefined) return '';
  const digits = unit === 'kB' ? 3 : 2; // Bytes differ little between rounds, and so do their goals.
  const [middle, min, max] = [ratio.median, ratio.min, ratio.max].map((value) => value.toFixed(digits));
  if (ratio.min === ratio.max) return ratio.median === 1 ? 'the same' : String(middle);
  return ratio.verdict === 'no difference' ? `no difference (${min}–${max})` : `${middle} (${min}–${max})`;
}

/** Which goals are met, and by how much the others are missed. */
export function goalsText(rows: Row[]): string {
  const goals = rows.filter(({ isMet }) => isMet !== undefined);
  const missed = goals.filter(({ isMet }) => !isMet);
  if (missed.length === 0) return `All ${goals.length} goals are met.`;
  const texts = missed.map((row) => `${row.title} (${resultText(row, row.candor)}, wanted ${boundText(row)})`);
  const met = goals.length - missed.length;
  return `${met} of ${goals.length} goals ${met === 1 ? 'is' : 'are'} met. Missed: ${texts.join('; ')}.`;
}

const resultText = ({ wanted, ...row }: Row, cell: Cell | undefined) =>
  (wanted && 'value' in wanted) || cell?.ratio === undefined
    ? inUnit(cell?.value, row)
    : ratioText(cell.ratio, row.unit);

function wantedText(row: Row): string {
  return row.wanted ? `${boundText(row)}${row.isMet === false ? ', **missed**' : ''}` : '';
}

function boundText({ wanted, isMoreBetter, ...row }: Row): string {
  if (wanted === undefined) return '';
  const bound = 'value' in wanted ? inUnit(wanted.value, row) : String(Number(wanted.ratio.toFixed(3)));
  return `${isMoreBetter ? '≥' : '≤'} ${bound}`;
}
