import type { Category } from '../../../candor/src/envelope/envelope';
import { createKey } from '../../../candor/src/outbox/entry-key';
import type { Outbox } from '../../../candor/src/outbox/outbox';
import { idOf } from '../delivery/set-up-delivery';

/** How an envelope is put. */
export const byServer = { source: 'server', claimed: false } as const;
export const byBrowser = { source: 'browser', claimed: false } as const;
export const claimed = { source: 'server', claimed: true } as const;

export const anything = () => true;

/** Claims every envelope that can be claimed. */
export async function claimAll(outbox: Outbox, mayBeSent: (category: Category) => boolean = anything) {
  const ids: (string | undefined)[] = [];
  for (let next = await outbox.claimNext(mayBeSent); next; next = await outbox.claimNext(mayBeSent)) {
    ids.push(next.entry.eventId);
  }
  return ids;
}

/** Like `claimAll`, after a look at what is in the store now. */
export const findAll = (outbox: Outbox) => outbox.refresh().then(() => claimAll(outbox));

/** The name of an envelope of event 1 on disk. */
export function fileNamed(fields: Partial<Parameters<typeof createKey>[0]> = {}): string {
  const entry = { bytes: 100, eventId: idOf(1), source: 'server', category: 'error' } as const;
  return createKey({ keptAt: Date.now() - 1_000, salt: '00000000', ...entry, ...fields });
}
