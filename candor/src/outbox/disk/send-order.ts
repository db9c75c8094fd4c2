import type { Category } from '../../envelope/envelope.js';

type Waiting = { entry: { category: Category }; place: number; isDeferred: boolean };

/** Entries that wait to be sent, in order: deferred ones after all others, and each in the order of waiting. */
export function createSendOrder<Item extends Waiting>() {
  const fresh: Record<Category, Set<Item>> = { error: new Set(), feedback: new Set() };
  const deferred: Record<Category, Set<Item>> = { error: new Set(), feedback: new Set() };

  return {
    add: (item: Item): void => void (item.isDeferred ? deferred : fresh)[item.entry.category].add(item),
    delete(item: Item): void {
      fresh[item.entry.category].delete(item);
      deferred[item.entry.category].delete(item);
    },
    /** Of two categories that may be sent, the one whose first item came first. */
    first(mayBeSent: (category: Category) => boolean): Item | undefined {
      const categories = (['error', 'feedback'] as const).filter(mayBeSent);
      for (const queues of [fresh, deferred]) {
        const firsts = categories.flatMap((category) => queues[category].values().next().value ?? []);
        if (firsts.length > 0) return firsts.reduce((one, other) => (one.place < other.place ? one : other));
      }
      return undefined;
    },
  };
}
