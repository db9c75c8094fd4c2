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

/** How one figure stands to another that was measured beside it, round by round. `min` and `max` are an interval of the median. */
export type Ratio = { median: number; min: number; max: number; verdict: 'more' | 'less' | 'no difference' };

/**
 * Pairs what the same round gave, so that what slowed the whole round counts for nothing. There is no difference when the interval
 * of the median has 1 in it. `undefined` where a ratio says nothing: one of the two is missing, or the other is 0.
 */
export function pairedRatio(figures: number[], others: number[]): Ratio | undefined {
  const ratios = figures.map((figure, round) => figure / (others[round] ?? NaN));
  if (ratios.length === 0 || !ratios.every(Number.isFinite)) return undefined;
  const [min, max] = intervalOfMedian(ratios);
  const verdict = min > 1 ? 'more' : max < 1 ? 'less' : 'no difference';
  return { median: median(ratios), min, max, verdict };
}

/**
 * Two of the values, between which the median of all rounds that could be measured lies with a probability of 95 % or more: the
 * fourth and the twelfth of fifteen. Of fewer than six it is the smallest and the largest.
 */
export function intervalOfMedian(values: number[]): [min: number, max: number] {
  const sorted = [...values].sort((one, other) => one - other);
  const count = sorted.length;
  // The chance that fewer than `rank` of the values are below the median: as with as many coins.
  let [chance, below] = [0.5 ** count, 0.5 ** count];
  let rank = 1;
  while (rank < count / 2) {
    chance *= (count - rank + 1) / rank;
    if (2 * (below + chance) > 0.05) break;
    below += chance;
    rank += 1;
  }
  return [sorted[rank - 1] ?? NaN, sorted[count - rank] ?? NaN];
}
