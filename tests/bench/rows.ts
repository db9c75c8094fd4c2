import { median, pairedRatio, type Ratio } from './statistics';

/** Measured values by the name of their figure: one a round, or one in all. */
export type Figures = Record<string, number[]>;

/** Adds what a round has measured. */
export function addFigures(figures: Figures, values: Record<string, number>, prefix = ''): void {
  for (const [figure, value] of Object.entries(values)) (figures[prefix + figure] ??= []).push(value);
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
  /** Candor's figure is that with reporting off. */
  isOff?: true;
};

/** Candor between what it is compared with; `off` is Candor with reporting off. */
export type Sides = { baseline: Figures; candor: Figures; off?: Figures; other: Figures };

export type Cell = { value: number; ratio?: Ratio };
export type Row = RowKind & { baseline?: number; candor?: Cell; other?: Cell; isMet?: boolean };

/** Medians of the rounds, and ratios to the baseline round by round. */
export function toRows(kinds: readonly RowKind[], { baseline, candor, off = {}, other }: Sides): Row[] {
  return kinds.map((kind) => {
    const ofBaseline = baseline[kind.figure];
    const cell = (figures: number[] | undefined): Cell | undefined =>
      figures && { value: median(figures), ratio: pairedRatio(figures, ofBaseline ?? []) };
    const ofCandor = cell((kind.isOff ? off : candor)[kind.figure]);
    return {
      ...kind,
      baseline: ofBaseline && median(ofBaseline),
      candor: ofCandor,
      other: kind.isOff ? undefined : cell(other[kind.figure]),
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
