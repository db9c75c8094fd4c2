import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { newEventId } from './digest';

export type EnvelopeBody = string | Uint8Array<ArrayBuffer>;

/** Where a browser keeps what the tunnel did not take, over page loads. Where it keeps nothing, the keys are undefined. */
export type BrowserOutbox = {
  keep(body: EnvelopeBody): Promise<number | undefined>;
  remove(key: number): Promise<void>;
  /** What pages that are gone have left, taken over by this one. */
  takeLeftovers(): Promise<{ key: number; body: EnvelopeBody }[]>;
};

interface Schema extends DBSchema {
  envelopes: { key: number; value: { page: string; keptAt: number; body: EnvelopeBody } };
}

const maxEnvelopes = 100;
// Without the Web Locks (on insecure origins) nobody knows which pages live: what is this old is nobody's.
const abandonedMs = 5 * 60_000;

export function createBrowserOutbox(): BrowserOutbox {
  const page = `candor.page.${newEventId()}`;
  const opened = open(page);

  async function attempt<Result>(
    work: (database: IDBPDatabase<Schema>) => Promise<Result>,
  ): Promise<Result | undefined> {
    try {
      return await work(await opened);
    } catch (error) {
      console.warn('What could not be sent cannot be kept in this browser.', error);
      return undefined;
    }
  }

  return {
    keep: (body) =>
      attempt(async (database) => {
        const transaction = database.transaction('envelopes', 'readwrite');
        const key = await transaction.store.add({ page, keptAt: Date.now(), body });
        const keys = await transaction.store.getAllKeys();
        const oldest = keys.slice(0, Math.max(0, keys.length - maxEnvelopes));
        await Promise.all(oldest.map((over) => transaction.store.delete(over)));
        await transaction.done;
        return key;
      }),

    async remove(key) {
      await attempt((database) => database.delete('envelopes', key));
    },

    async takeLeftovers() {
      const taken = await attempt(async (database) => {
        const living = await livingPages();
        // One transaction, so that of two pages that start at once only one takes them.
        const transaction = database.transaction('envelopes', 'readwrite');
        const leftovers: { key: number; body: EnvelopeBody }[] = [];
        for (let at = await transaction.store.openCursor(); at; at = await at.continue()) {
          const { value } = at;
          if (living ? living.has(value.page) : value.keptAt + abandonedMs > Date.now()) continue;
          leftovers.push({ key: at.primaryKey, body: value.body });
          await at.update({ ...value, page, keptAt: Date.now() });
        }
        await transaction.done;
        return leftovers;
      });
      return taken ?? [];
    },
  };
}

async function open(page: string): Promise<IDBPDatabase<Schema>> {
  // Held for as long as the page lives; the browser lets go of it, however the page ends.
  await new Promise<void>((resolve) => {
    if (!navigator.locks) return resolve();
    void navigator.locks.request(page, () => {
      resolve();
      return new Promise(() => {});
    });
  });
  return openDB<Schema>('candor', 1, {
    upgrade: (database) => void database.createObjectStore('envelopes', { autoIncrement: true }),
  });
}

async function livingPages(): Promise<Set<string> | undefined> {
  if (!navigator.locks) return undefined;
  const { held = [] } = await navigator.locks.query();
  return new Set(held.map(({ name }) => name ?? ''));
}
