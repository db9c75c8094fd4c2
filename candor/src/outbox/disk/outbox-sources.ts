import type { Source } from '../../envelope/envelope.js';
import type { OutboxEntry, OutboxLimits } from '../outbox.js';

/** Kept envelopes by source, each in the order in which they were found. */
export function createOutboxSources<Item extends { entry: OutboxEntry }>(limits: OutboxLimits) {
  const sources: Record<Source, { items: Set<Item>; bytes: number }> = {
    server: { items: new Set(), bytes: 0 },
    browser: { items: new Set(), bytes: 0 },
  };
  const { server, browser } = sources;

  /** The source that has more of the exceeded quantity: it is over its half. */
  function sourceToGiveWay() {
    const isTooMany = server.items.size + browser.items.size > limits.envelopes;
    if (isTooMany) return server.items.size > browser.items.size ? server : browser;
    if (server.bytes + browser.bytes > limits.bytes) return server.bytes > browser.bytes ? server : browser;
    return undefined;
  }

  return {
    add(item: Item): void {
      const source = sources[item.entry.source];
      source.items.add(item);
      source.bytes += item.entry.bytes;
    },
    delete(item: Item): void {
      const source = sources[item.entry.source];
      source.items.delete(item);
      source.bytes -= item.entry.bytes;
    },
    oldestOfEach: (): Item[] => [server, browser].flatMap(({ items }) => items.values().next().value ?? []),
    /** The oldest item past the limits for which `mayGo` holds. */
    firstToGiveWay(mayGo: (item: Item) => boolean): Item | undefined {
      for (const item of sourceToGiveWay()?.items ?? []) if (mayGo(item)) return item;
      return undefined;
    },
  };
}
