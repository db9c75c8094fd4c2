import type { OutboxEntry } from '../outbox/outbox.js';

/** How long the process of a delivery lasts, and what outlives it. */
export type Lifespan = {
  /** The process may be frozen or ended when a request has: nothing is left to a timer. */
  isByRequest: boolean;
  /** What the outbox keeps outlives the process. */
  outboxLasts: boolean;
  /** So does what this instance alone keeps while a shared outbox is unavailable. */
  ownDiskLasts: boolean;
};

export const unlimited: Lifespan = { isByRequest: false, outboxLasts: true, ownDiskLasts: true };

/** Whether an envelope is still kept when the process has ended. */
export function outlives({ outboxLasts, ownDiskLasts }: Lifespan, { isOwn }: Pick<OutboxEntry, 'isOwn'>): boolean {
  return isOwn ? ownDiskLasts : outboxLasts;
}

/** Whether anything that is kept may be lost with the process. */
export const losesWork = ({ outboxLasts, ownDiskLasts }: Lifespan): boolean => !outboxLasts || !ownDiskLasts;
