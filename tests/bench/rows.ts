import { median, pairedRatio, type Ratio } from './statistics';

/** The measurements of a site, by figure: one value a round, or one in all. */
type Figures = Record<string, number[]>;
export type Measured = Record<'bare' | 'candor' | 'wizard', Figures>;

type RowKind = {
  figure: string;
  title: string;
  unit: 'kB' | 'ms' | '/s' | 'MB' | '';
  /** Which is better: more of it or less. */
  better: 'more' | 'less';
  /** The lowest or highest acceptable ratio to bare. */
  target?: number;
  isCharted?: true;
};

const rowKinds: RowKind[] = [
  {
    figure: 'js-at-load',
    title: 'client JS of `/` at load',
    unit: 'kB',
    better: 'less',
    target: 1.03,
    isCharted: true,
  },
  { figure: 'js-after-idle', title: 'client JS of `/` after idle', unit: 'kB', better: 'less', isCharted: true },
  { figure: 'bytes-at-load', title: 'all bytes of `/` at load', unit: 'kB', better: 'less' },
  { figure: 'bytes-after-idle', title: 'all bytes of `/` after idle', unit: 'kB', better: 'less' },
  { figure: 'requests-at-load', title: 'requests of `/` at load', unit: '', better: 'less' },
  { figure: 'requests-after-idle', title: 'requests of `/` after idle', unit: '', better: 'less' },
  { figure: 'lcp', title: 'largest contentful paint of `/`, slowed', unit: 'ms', better: 'less', isCharted: true },
  { figure: 'tbt', title: 'total blocking time of `/`, slowed', unit: 'ms', better: 'less', isCharted: true },
  { figure: 'home-rps', title: 'requests of `/`', unit: '/s', better: 'more', target: 0.97, isCharted: true },
  { figure: 'home-p99', title: 'p99 of `/`', unit: 'ms', better: 'less' },
  {
    figure: 'example-rps',
    title: 'requests of the example page',
    unit: '/s',
    better: 'more',
    target: 0.97,
    isCharted: true,
  },
  { figure: 'example-p99', title: 'p99 of the example page', unit: 'ms', better: 'less' },
  {
    figure: 'failing-rps',
    title: 'failing requests, receiver healthy',
    unit: '/s',
    better: 'more',
    target: 0.85,
    isCharted: true,
  },
  { figure: 'failing-p99', title: 'p99, failing, receiver healthy', unit: 'ms', better: 'less' },
  {
    figure: 'hanging-rps',
    title: 'failing requests, receiver hanging',
    unit: '/s',
    better: 'more',
    target: 0.85,
    isCharted: true,
  },
  { figure: 'hanging-p99', title: 'p99, failing, receiver hanging', unit: 'ms', better: 'less' },
  { figure: 'off-rps', title: 'failing requests, reporting off', unit: '/s', better: 'more' },
  { figure: 'off-p99', title: 'p99, failing, reporting off', unit: 'ms', better: 'less' },
  { figure: 'start', title: 'start to first response', unit: 'ms', better: 'less', target: 1.25, isCharted: true },
  { figure: 'memory-start', title: 'memory after start', unit: 'MB', better: 'less', target: 1.25, isCharted: true },
  { figure: 'memory-load', title: 'memory after load', unit: 'MB', better: 'less', target: 1.25, isCharted: true },
  { figure: 'memory-failing', title: 'memory after failures', unit: 'MB', better: 'less' },
  ...(['server-error', 'error-loaded', 'error-not-loaded'] as const).flatMap((failure) =>
    (['p50', 'p99'] as const).map((share) => ({
      figure: `${failure}-${share}`,
      title: `${{ 'server-error': 'server error', 'error-loaded': 'browser error, SDK loaded', 'error-not-loaded': 'browser error at load' }[failure]}: to acceptance, ${share}`,
      unit: 'ms' as const,
      better: 'less' as const,
    })),
  ),
];

export type Cell = { value: number; toBare?: Ratio };
export type Row = RowKind & { bare?: number; candor?: Cell; wizard?: Cell; isMet?: boolean };

/** Medians of the rounds, and ratios to bare round by round. */
export function toRows({ bare, candor, wizard }: Measured): Row[] {
  return rowKinds.map((kind) => {
    const cell = (figures: number[] | undefined): Cell | undefined =>
      figures && { value: median(figures), toBare: pairedRatio(figures, bare[kind.figure] ?? []) };
    const ofBare = bare[kind.figure];
    const row = {
      ...kind,
      bare: ofBare && median(ofBare),
      candor: cell(candor[kind.figure]),
      wizard: cell(wizard[kind.figure]),
    };
    return { ...row, isMet: isMet(kind, row.candor?.toBare) };
  });
}

/** A figure without a difference to bare is as good as bare's. */
function isMet({ better, target }: RowKind, ratio: Ratio | undefined): boolean | undefined {
  if (target === undefined || ratio === undefined) return undefined;
  if (ratio.verdict === 'no difference') return true;
  return better === 'less' ? ratio.median <= target : ratio.median >= target;
}
