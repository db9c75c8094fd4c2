import type { Figures } from './measure';
import { median, pairedRatio, type Ratio } from './statistics';

export type Result = {
  measuredAt: string;
  node: string;
  chromium: string;
  cores: number;
  rounds: number;
  figures: Figures;
};
/** docs/bench.json: the last run with each major version of Node. */
export type Results = Record<string, Result>;

type Unit = 'ms' | 'MB' | 's' | 'kB';
/** `wanted`: the highest ratio to bare Next, or figure, of Candor; then the same with `policy: 'enforce'`. */
type Row = {
  title: string;
  figure: string;
  unit: Unit;
  wanted: [core: number, enforced?: number];
  candor?: string;
  base?: string;
  isAbsolute?: true;
  inReadme?: true;
};

const rows: Row[] = [
  { title: 'bytes of `/` at load', figure: 'bytes-at-load', unit: 'kB', wanted: [1.02, 1.025], inReadme: true },
  { title: 'bytes of `/` ten seconds later', figure: 'bytes', unit: 'kB', wanted: [1.02, 1.025] },
  { title: 'main thread, `/`', figure: 'home', unit: 'ms', wanted: [1.02, 1.05], inReadme: true },
  { title: 'main thread, a dynamic page', figure: 'dynamic', unit: 'ms', wanted: [1.02, 1.05] },
  { title: 'main thread, a failing page', figure: 'failing', unit: 'ms', wanted: [1.2, 1.25], inReadme: true },
  { title: 'the same, reporting off', figure: 'failing', unit: 'ms', wanted: [1.08], candor: 'off' },
  { title: 'a failure past the budget, vs reporting off', figure: 'past', unit: 'ms', wanted: [1.03], base: 'off' },
  { title: 'first failing page of a process', figure: 'first-failure', unit: 'ms', wanted: [1.4] },
  { title: 'longest wait of another page meanwhile', figure: 'held-back', unit: 'ms', wanted: [25], isAbsolute: true },
  { title: 'tunnel, an envelope of 1 KiB, vs a bare route', figure: 'tunnel', unit: 'ms', wanted: [1.3] },
  { title: 'start of the standalone server', figure: 'start', unit: 'ms', wanted: [1.08, 1.12] },
  { title: 'start with `next start`', figure: 'next-start', unit: 'ms', wanted: [1.08, 1.12] },
  { title: 'memory after the start', figure: 'memory-start', unit: 'MB', wanted: [1.05], inReadme: true },
  { title: 'memory after load', figure: 'memory-load', unit: 'MB', wanted: [1.1] },
  { title: 'memory after many mixed requests', figure: 'memory-mixed', unit: 'MB', wanted: [1.15] },
  { title: 'largest contentful paint, slowed, via a link', figure: 'lcp-link', unit: 'ms', wanted: [1.02] },
  { title: 'largest contentful paint, slowed, typed', figure: 'lcp-typed', unit: 'ms', wanted: [1.02] },
  { title: '`next build`', figure: 'build-time', unit: 's', wanted: [1.05], inReadme: true },
  { title: 'size of the deployment', figure: 'deployed', unit: 'MB', wanted: [1.4] },
];

const columns = {
  candor: 'Candor',
  enforce: 'with the policy',
  wizard10: 'wizard, SDK 10',
  wizard11: 'wizard, SDK 11',
  otel: '`@vercel/otel`',
};
type Column = keyof typeof columns;
const digits: Record<Unit, number> = { ms: 2, MB: 0, s: 1, kB: 1 };

/** The tables of a run, and how many of the goals it meets. */
export function toText(result: Result): string {
  const verdicts = rows.flatMap((row) => row.wanted.map((_, at) => verdictOf(row, result.figures, at)));
  const { measuredAt, cores, node, chromium, rounds } = result;
  const isOfWizard = ({ figure, base, candor }: Row) => !base && !candor && figure in (result.figures.wizard11 ?? {});
  return [
    `${verdicts.filter((each) => each === 'met').length} of ${verdicts.length} goals are met with Node ${node.split('.')[0]}.`,
    toTable(result, rows, ['candor', 'enforce']),
    toTable(result, rows.filter(isOfWizard), ['wizard10', 'wizard11', 'otel']),
    `Measured ${measuredAt.slice(0, 10)} in ${rounds} rounds on ${cores} cores with Node ${node} and Chromium ${chromium}.`,
  ].join('\n\n');
}

/** What a team asks first. */
const first = rows.filter(({ inReadme }) => inReadme);
export const toReadme = (result: Result): string => toTable(result, first, ['candor', 'wizard11']);

const ofGoals: readonly Column[] = ['candor', 'enforce'];

function toTable({ figures }: Result, shown: readonly Row[], shownColumns: readonly Column[]): string {
  const goalOf = (column: Column) => (ofGoals.includes(column) ? ['at most'] : []);
  const titles = ['vs bare Next.js', 'bare', ...shownColumns.flatMap((each) => [columns[each], ...goalOf(each)])];
  const lines = shown.map((row) => {
    const valueOf = (subject: string) => inUnit(figures[subject]?.[row.figure], row.unit);
    const cells = shownColumns.flatMap((column) => {
      const at = ofGoals.indexOf(column);
      const subject = subjectOf(row, column);
      const ratio = subject && !row.isAbsolute ? ratioOf(row, figures, subject) : undefined;
      const measured = ratio ? ratioText(ratio) : subject ? valueOf(subject) : '';
      const verdict = verdictOf(row, figures, at);
      const goal = `${row.wanted[at] ?? ''}${verdict && verdict !== 'met' ? `, **${verdict}**` : ''}`;
      return at < 0 ? [measured] : [measured, goal];
    });
    return [row.title, valueOf(row.base ?? 'bare'), ...cells];
  });
  return [titles, titles.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** `undefined`: a row of another subject has no such column. */
const subjectOf = ({ candor }: Row, column: Column) =>
  column === 'candor' ? (candor ?? column) : candor ? undefined : column;

const ratioOf = ({ figure, base = 'bare' }: Row, figures: Figures, subject: string) =>
  pairedRatio(figures[subject]?.[figure], figures[base]?.[figure]);

type Verdict = 'met' | 'missed' | 'not shown';

/** `not shown`: over the goal, but no more than the rounds differ. `undefined`: there is no goal, or nothing was measured. */
function verdictOf(row: Row, figures: Figures, at: number): Verdict | undefined {
  const [wanted, column] = [row.wanted[at], ofGoals[at]];
  const subject = column && subjectOf(row, column);
  if (wanted === undefined || subject === undefined) return undefined;
  if (row.isAbsolute) return median(figures[subject]?.[row.figure] ?? []) <= wanted ? 'met' : 'missed';
  const ratio = ratioOf(row, figures, subject);
  if (!ratio) return undefined;
  return ratio.median <= wanted ? 'met' : ratio.min <= wanted ? 'not shown' : 'missed';
}

const ratioText = ({ median, min, max }: Ratio) =>
  min === max ? median.toFixed(3) : `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`;

function inUnit(values: number[] = [], unit: Unit): string {
  if (values.length === 0) return '';
  const value = unit === 'kB' ? median(values) / 1_000 : median(values);
  return `${value.toFixed(digits[unit])} ${unit}`;
}
