export function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  const below = sorted[Math.ceil(middle) - 1] ?? NaN;
  return (below + (sorted[Math.floor(middle)] ?? NaN)) / 2;
}

/** The smallest of the values that this share of them does not exceed. */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

/** How one figure stands to another that was measured beside it, round by round. */
export type Ratio = { median: number; min: number; max: number; verdict: 'more' | 'less' | 'no difference' };

/**
 * Pairs what the same round gave, so that what slowed the whole round counts for nothing. There is no difference when the
 * rounds disagree on whether the figure is larger: were both the same, five rounds would agree by chance once in sixteen
 * times. `undefined` where a ratio says nothing: one of the two is missing, or the other is 0.
 */
export function pairedRatio(figures: number[], others: number[]): Ratio | undefined {
  const ratios = figures.map((figure, round) => figure / (others[round] ?? NaN));
  if (ratios.length === 0 || !ratios.every(Number.isFinite)) return undefined;
  const [min, max] = [Math.min(...ratios), Math.max(...ratios)];
  const verdict = min > 1 ? 'more' : max < 1 ? 'less' : 'no difference';
  return { median: median(ratios), min, max, verdict };
}
