import type { Category } from './envelope';
import { createQueue, type Queue } from './queue';

type Waiting = { file: { category: Category }; place: number; isRefused: boolean };

/** What waits to be sent, in turn: those never refused, and after them the others, the one that waits longest first. */
export function createSendOrder<Thing extends Waiting>() {
  const fresh: Record<Category, Queue<Thing>> = { error: createQueue(), feedback: createQueue() };
  const refused: Record<Category, Queue<Thing>> = { error: createQueue(), feedback: createQueue() };

  return {
    add: (thing: Thing): void => (thing.isRefused ? refused : fresh)[thing.file.category].add(thing),
    delete(thing: Thing): void {
      fresh[thing.file.category].delete(thing);
      refused[thing.file.category].delete(thing);
    },
    /** Of two categories that may be sent, the one whose first came first. */
    first(mayBeSent: (category: Category) => boolean): Thing | undefined {
      const categories = (['error', 'feedback'] as const).filter(mayBeSent);
      for (const queues of [fresh, refused]) {
        const firsts = categories.flatMap((category) => queues[category].first() ?? []);
        if (firsts.length > 0) return firsts.reduce((one, other) => (one.place < other.place ? one : other));
      }
      return undefined;
    },
  };
}
