export function priceOf(item: string): number {
  if (item === 'unknown') throw new TypeError('fault: cause');
  return 1;
}

export class Stock {
  async count(item: string): Promise<number> {
    await Promise.resolve();
    if (item === 'unknown') throw new RangeError('fault: member');
    return 1;
  }
}
