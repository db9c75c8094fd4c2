import { median, pairedRatio, type Ratio } from './statistics';

/** Measured values by the name of their figure: one a round, or one in all. */
export type Figures = Record<string, number[]>;

/** Adds what a round has measured. */
export function addFigures(figures: Figures, values: Record<string, number | undefined>, prefix = ''): void {
  for (const [figure, value] of Object.entries(values)) {
    if (value !== undefined) (figures[prefix + figure] ??= []).push(value);
  }
}

export type RowKind = {
  figure: string;
  title: string;
  unit: 'kB' | 'ms' | '/s' | 'MB' | '';
  /** Digits after the point. */
  digits?: number;
  isMoreBetter?: true;
  /** The goal: the highest acceptable ratio to the baseline, or value; where more is better, the lowest. */
  wanted?: { ratio: number } | { value: number };
  isCharted?: true;
  /** Candor's figure is that with reporting off, or that of a build without source maps. */
  variant?: 'off' | 'withoutMaps';
};

/** Candor between what it is compared with. `before` and `beforeOff` are another build of it, `least` is shown without a comparison. */
export type Sides = { baseline: Figures; candor: Figures; other: Figures } & {
  [side in 'off' | 'withoutMaps' | 'before' | 'beforeOff' | 'least']?: Figures;
};

export type Cell = { value: number; ratio?: Ratio };
export type Row = RowKind & {
  baseline?: number;
  candor?: Cell;
  before?: Cell;
  other?: Cell;
  least?: number;
  isMet?: boolean;
};

/** Medians of the rounds, and ratios to the baseline round by round. An older run has not measured every figure. */
export function toRows(kinds: readonly RowKind[], sides: Sides): Row[] {
  const { baseline, candor, other } = sides;
  const measured = kinds.filter(({ figure }) => [baseline, candor, other].some((figures) => figure in figures));
  return measured.map((kind) => {
    const ofBaseline = baseline[kind.figure];
    const ofLeast = sides.least?.[kind.figure];
    const cell = (side: Figures | undefined): Cell | undefined => {
      const figures = side?.[kind.figure];
      return figures && { value: median(figures), ratio: pairedRatio(figures, ofBaseline ?? []) };
    };
    const ofCandor = cell(sides[kind.variant ?? 'candor']);
    return {
      ...kind,
      baseline: ofBaseline && median(ofBaseline),
      candor: ofCandor,
      before: cell(kind.variant === 'off' ? sides.beforeOff : kind.variant ? undefined : sides.before),
      other: kind.variant ? undefined : cell(other),
      least: ofLeast && median(ofLeast),
      isMet: ofCandor && isMet(kind, ofCandor),
    };
  });
}

/** A figure without a difference to the baseline is as good as the baseline's. */
function isMet({ wanted, isMoreBetter }: RowKind, { value, ratio }: Cell): boolean | undefined {
  const isWithin = (figure: number, bound: number) => (isMoreBetter ? figure >= bound : figure <= bound);
  if (wanted === undefined) return undefined;
  if ('value' in wanted) return isWithin(value, wanted.value);
  return ratio && (ratio.verdict === 'no difference' || isWithin(ratio.median, wanted.ratio));
}
