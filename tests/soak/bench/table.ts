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
  {
    title: 'an equal failure past the budget, to reporting off',
    figure: 'past',
    unit: 'ms',
    wanted: [1.03],
    base: 'off',
  },
  { title: 'first failing page of a process', figure: 'first-failure', unit: 'ms', wanted: [1.4] },
  { title: 'longest wait of another page meanwhile', figure: 'held-back', unit: 'ms', wanted: [25], isAbsolute: true },
  { title: 'tunnel, an envelope of 1 KiB, to a bare route', figure: 'tunnel', unit: 'ms', wanted: [1.3] },
  { title: 'start of the standalone server', figure: 'start', unit: 'ms', wanted: [1.08, 1.12] },
  { title: 'start by `next start`', figure: 'next-start', unit: 'ms', wanted: [1.08, 1.12] },
  { title: 'memory after the start', figure: 'memory-start', unit: 'MB', wanted: [1.05], inReadme: true },
  { title: 'memory after load', figure: 'memory-load', unit: 'MB', wanted: [1.1] },
  { title: 'memory after many mixed requests', figure: 'memory-mixed', unit: 'MB', wanted: [1.15] },
  { title: 'largest contentful paint, slowed, by a link', figure: 'lcp-link', unit: 'ms', wanted: [1.02] },
  { title: 'largest contentful paint, slowed, typed', figure: 'lcp-typed', unit: 'ms', wanted: [1.02] },
  { title: '`next build`', figure: 'build-time', unit: 's', wanted: [1.05], inReadme: true },
  { title: 'size of the deployment', figure: 'deployed', unit: 'MB', wanted: [1.4] },
];

const columns = {
  candor: 'Candor',
  enforce: 'with the policy',
  wizard10: 'wizard, SDK 10',
  wizard11: 'wizard, SDK 11',
};
const digits: Record<Unit, number> = { ms: 2, MB: 0, s: 1, kB: 1 };

/** The table of a run, and how many of the goals it meets. */
export function toText(result: Result): string {
  const goals = rows.flatMap((row) =>
    row.wanted.map((wanted, at) =>
      isMet(row, result.figures, at ? 'enforce' : (row.candor ?? 'candor'), wanted ?? NaN),
    ),
  );
  const judged = goals.filter((goal) => goal !== undefined);
  const { measuredAt, cores, node, chromium, rounds } = result;
  return [
    `${judged.filter(Boolean).length} of ${goals.length} goals are met with Node ${node.split('.')[0]}.`,
    toTable(result, rows),
    `Measured ${measuredAt.slice(0, 10)} in ${rounds} rounds on ${cores} cores with Node ${node} and Chromium ${chromium}.`,
  ].join('\n\n');
}

/** What a team asks first. */
export const toReadme = (result: Result): string =>
  toTable(
    result,
    rows.filter(({ inReadme }) => inReadme),
  );

function toTable({ figures }: Result, shown: readonly Row[]): string {
  const lines = shown.map((row) => {
    const valueOf = (subject: string) => inUnit(figures[subject]?.[row.figure], row.unit);
    const cells = Object.keys(columns).flatMap((column, at) => {
      if (row.candor && at > 0) return at > 1 ? [''] : ['', ''];
      const subject = row.candor ?? column;
      const ratio = row.isAbsolute ? undefined : ratioOf(row, figures, subject);
      const measured = ratio ? ratioText(ratio) : valueOf(subject);
      const wanted = row.wanted[at];
      if (at > 1) return [measured];
      const isMissed = wanted !== undefined && isMet(row, figures, subject, wanted) === false;
      return [measured, `${wanted ?? ''}${isMissed ? ', **missed**' : ''}`];
    });
    return [row.title, valueOf(row.base ?? 'bare'), ...cells];
  });
  const [candor, enforce, ...others] = Object.values(columns);
  const head = ['to bare Next.js', 'bare', candor, 'at most', enforce, 'at most', ...others];
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const ratioOf = ({ figure, base = 'bare' }: Row, figures: Figures, subject: string) =>
  pairedRatio(figures[subject]?.[figure], figures[base]?.[figure]);

/** Also where no difference was shown, or none that is over the goal. `undefined`: not measured. */
function isMet(row: Row, figures: Figures, subject: string, wanted: number): boolean | undefined {
  if (row.isAbsolute) return median(figures[subject]?.[row.figure] ?? []) <= wanted;
  const ratio = ratioOf(row, figures, subject);
  return ratio && (ratio.median <= wanted || (ratio.min <= 1 && ratio.max >= 1));
}

const ratioText = ({ median, min, max }: Ratio) =>
  min === max ? median.toFixed(3) : `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`;

function inUnit(values: number[] = [], unit: Unit): string {
  if (values.length === 0) return '';
  const value = unit === 'kB' ? median(values) / 1_000 : median(values);
  return `${value.toFixed(digits[unit])} ${unit}`;
}
