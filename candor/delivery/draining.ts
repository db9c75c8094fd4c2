import type { DiskTrouble } from './disk-health';
import type { Category } from './envelope';
import type { Log } from '../log-messages';
import type { OutboxFile } from './outbox-file';
import type { Claimed, Outbox } from './outbox-store';

/** How often the folder is looked at: other processes put and take as well. Timers of 10 s may end a little earlier. */
const lookEveryMs = 9_000;

/**
 * Sends what the outbox keeps. The folder is looked at by time and not by what is sent, so that twice as many envelopes
 * take twice as long.
 */
export function createDraining(parts: {
  outbox: Outbox;
  disk: DiskTrouble;
  log: Log;
  /** Whether the service may be asked now for such an envelope. */
  mayBeSent: (category: Category) => boolean;
  /** How many may be sent at once. */
  concurrency: () => number;
  /** Sends one that this process has claimed, and removes or releases it. */
  send: (claimed: Claimed) => Promise<void>;
  tellEvicted: (files: OutboxFile[]) => void;
}) {
  const { outbox, disk, log, mayBeSent, concurrency, send, tellEvicted } = parts;
  let lookedAt = -Infinity;

  /** What was kept stays kept though what is over the limits cannot be taken away. */
  async function evict(): Promise<void> {
    try {
      tellEvicted(await outbox.evict());
    } catch (error) {
      disk.cannotBe('written', error);
    }
  }

  /** Resolves to whether the outbox can be read. */
  async function look(): Promise<boolean> {
    lookedAt = performance.now();
    try {
      await outbox.refresh();
      disk.canBe('read');
    } catch (error) {
      disk.cannotBe('read', error);
      return false;
    } finally {
      tellSetAside();
    }
    if (disk.has('written')) await probe();
    await evict();
    return true;
  }

  /** Says whether the outbox can be written, also when nothing is there to be kept. */
  async function probe(): Promise<void> {
    try {
      await outbox.probe();
      disk.canBe('written');
    } catch (error) {
      disk.cannotBe('written', error);
    }
  }

  function tellSetAside() {
    const aside = outbox.newlySetAside();
    if (aside) log.warn(aside, 'outbox files quarantined');
  }

  /** Whether there was one. */
  async function sendNext(): Promise<boolean> {
    const claimed = await outbox.claimNext(mayBeSent);
    if (claimed) await send(claimed);
    return claimed !== undefined;
  }

  async function sendSome(): Promise<boolean> {
    const sent = await Promise.allSettled(Array.from({ length: concurrency() }, sendNext));
    const failed = sent.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason; // Only now, when none is in flight any more.
    return sent.some((one) => one.status === 'fulfilled' && one.value);
  }

  return {
    evict,
    probe,
    look,

    /** Sends what may be sent now, a few at once. Resolves to whether the disk let it. */
    async drain(): Promise<boolean> {
      try {
        for (;;) {
          if (performance.now() - lookedAt >= lookEveryMs && !(await look())) return false;
          if (!(await sendSome())) return true;
        }
      } catch (error) {
        disk.cannotBe('written', error);
        return false;
      }
    },
  };
}
