import type { Source } from './envelope';
import type { OutboxEntry, OutboxLimits } from './outbox-store';
import { createQueue, type Queue } from './queue';

/** Kept envelopes by source, each in the order in which they were found. */
export function createOutboxSources<Item extends { entry: OutboxEntry }>(limits: OutboxLimits) {
  const sources: Record<Source, { queue: Queue<Item>; bytes: number }> = {
    server: { queue: createQueue(), bytes: 0 },
    browser: { queue: createQueue(), bytes: 0 },
  };
  const { server, browser } = sources;

  /** The source that has more of what there is too much of: that one is over its half. */
  function sourceToGiveWay() {
    const isTooMany = server.queue.size() + browser.queue.size() > limits.envelopes;
    if (isTooMany) return server.queue.size() > browser.queue.size() ? server : browser;
    if (server.bytes + browser.bytes > limits.bytes) return server.bytes > browser.bytes ? server : browser;
    return undefined;
  }

  return {
    add(item: Item): void {
      const source = sources[item.entry.source];
      source.queue.add(item);
      source.bytes += item.entry.bytes;
    },
    delete(item: Item): void {
      const source = sources[item.entry.source];
      source.queue.delete(item);
      source.bytes -= item.entry.bytes;
    },
    oldestOfEach: (): Item[] => [server, browser].flatMap(({ queue }) => queue.first() ?? []),
    /** The oldest item past the limits for which `mayGo` holds. */
    firstToGiveWay(mayGo: (item: Item) => boolean): Item | undefined {
      const queue = sourceToGiveWay()?.queue;
      const first = queue?.first();
      if (first && mayGo(first)) return first; // The usual case, in constant time.
      for (const item of queue?.values() ?? []) if (mayGo(item)) return item;
      return undefined;
    },
  };
}
