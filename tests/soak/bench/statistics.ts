const sortedUp = (values: readonly number[]) => values.toSorted((one, other) => one - other);

export function median(values: readonly number[]): number {
  const sorted = sortedUp(values);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2;
}

/** Of blocks on a shared machine the slow ones are somebody else's. @param share from 0 to 1 */
export function meanOfLowest(values: readonly number[], share: number): number {
  const lowest = sortedUp(values).slice(0, Math.max(1, Math.floor(values.length * share)));
  return lowest.reduce((sum, value) => sum + value, 0) / lowest.length;
}

/** The median of the rounds' ratios, and the interval in which that of all rounds lies with 95 % or more. */
export type Ratio = { median: number; min: number; max: number };

/** Pairs what the same round gave, so that what slowed the whole round counts for nothing. `undefined` without pairs. */
export function pairedRatio(figures: readonly number[] = [], others: readonly number[] = []): Ratio | undefined {
  const ratios = figures.map((figure, round) => figure / (others[round] ?? NaN));
  if (ratios.length === 0 || !ratios.every(Number.isFinite)) return undefined;
  const sorted = sortedUp(ratios);
  const rank = rankOf(sorted.length);
  return { median: median(ratios), min: sorted[rank - 1] ?? NaN, max: sorted.at(-rank) ?? NaN };
}

/** The interval is from this smallest value to this largest: as with so many coins, fewer heads have a chance below 2.5 %. */
function rankOf(count: number): number {
  let [chance, below] = [0.5 ** count, 0.5 ** count];
  let rank = 1;
  while (rank < count / 2) {
    chance *= (count - rank + 1) / rank;
    if (2 * (below + chance) > 0.05) break;
    below += chance;
    rank += 1;
  }
  return rank;
}
