import { beforeEach, describe, expect, test } from 'vitest';
import { openEnvelope, type Category, type Envelope } from '../../../candor/delivery/envelope';
import { maxEnvelopeBytes } from '../../../candor/delivery/envelope-size';
import type { Outbox, OutboxLimits } from '../../../candor/delivery/outbox-store';
import { createTestClocks, envelopeOf, idOf, type TestClocks } from './set-up-delivery';

/** Opens the store of a test, as each process does that shares it. */
export type OpenOutbox = (limits: OutboxLimits, clocks: TestClocks) => Outbox;

const plenty: OutboxLimits = { bytes: 1_000_000, envelopes: 100 };
const anything = () => true;
const byServer = { source: 'server', claimed: false } as const;
const byBrowser = { source: 'browser', claimed: false } as const;
const claimed = { source: 'server', claimed: true } as const;
const feedbackOf = (eventId: string): Envelope => ({ ...envelopeOf(eventId), category: 'feedback' });
const { byteLength } = envelopeOf(idOf(1)).bytes;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Checks what delivery needs of every store. */
export function describeOutbox(store: string, setUp: () => Promise<OpenOutbox>) {
  describe(store, () => {
    let openStore: OpenOutbox;
    let clocks: TestClocks;
    let outbox: Outbox;
    /** Another process on the same store, after its first refresh. */
    const openOther = async (limits: Partial<OutboxLimits> = {}) => {
      const other = openStore({ ...plenty, ...limits }, clocks);
      await other.refresh();
      return other;
    };
    const openWith = (limits: Partial<OutboxLimits>) => (outbox = openStore({ ...plenty, ...limits }, clocks));

    beforeEach(async () => {
      openStore = await setUp();
      clocks = createTestClocks();
      openWith({});
    });

    /** Claims every envelope that can be claimed. */
    async function idsClaimed(from: Outbox, mayBeSent: (category: Category) => boolean = anything) {
      const ids: (string | undefined)[] = [];
      for (let next = await from.claimNext(mayBeSent); next; next = await from.claimNext(mayBeSent)) {
        ids.push(next.entry.eventId);
      }
      return ids;
    }
    const digits = (...those: number[]) => those.map(idOf);

    describe('put', () => {
      test('keeps the unchanged bytes, their source and their category', async () => {
        const envelope = {
          ...feedbackOf(idOf(1)),
          bytes: Buffer.concat([envelopeOf(idOf(1)).bytes, Buffer.from([0, 255])]),
        };
        await outbox.put(envelope, byBrowser);
        const next = await (await openOther()).claimNext(anything);
        expect(Buffer.from(next?.bytes ?? [])).toEqual(envelope.bytes);
        expect(next?.entry).toMatchObject({ eventId: idOf(1), source: 'browser', category: 'feedback' });
      });

      test('keeps several envelopes of one event in one millisecond apart', async () => {
        await Promise.all(Array.from({ length: 20 }, () => outbox.put(envelopeOf(idOf(1)), byServer)));
        expect(outbox.count()).toBe(20);
        expect(await idsClaimed(await openOther())).toHaveLength(20);
      });

      test('keeps the largest envelope that is accepted', async () => {
        const start = `{"event_id":"${idOf(1)}"}\n{"type":"event"}\n{}\n{"type":"attachment"}\n`;
        const open = (size: number) => openEnvelope(Buffer.from(start.padEnd(size, 'x')));
        expect(() => open(maxEnvelopeBytes + 1)).toThrow('The envelope is larger than 2 MiB.');
        const largest = open(maxEnvelopeBytes);
        await outbox.put(largest, byServer);
        const next = await (await openOther()).claimNext(anything);
        expect(Buffer.compare(next?.bytes ?? Buffer.alloc(0), largest.bytes)).toBe(0);
      });

      test.each([0, 9e12])('works with a clock that says %i', async (ms) => {
        clocks.wallClock = ms;
        await outbox.put(envelopeOf(idOf(1)), claimed);
        await outbox.put(envelopeOf(idOf(2)), byServer);
        const other = await openOther();
        expect(other.count()).toBe(2);
        expect(await idsClaimed(other)).toEqual(digits(2));
        clocks.pass(60_000);
        await other.refresh();
        expect(await idsClaimed(other)).toEqual(digits(1, 2));
      });
    });

    describe('claimNext', () => {
      test('returns the oldest first, whatever the order in the store, and none twice', async () => {
        for (const [digit, keptAt] of [
          [1, 3],
          [2, 1],
          [3, 2],
        ] as const) {
          clocks.wallClock = clocks.start + keptAt;
          await outbox.put(envelopeOf(idOf(digit)), byServer);
        }
        clocks.pass(10);
        expect(await idsClaimed(await openOther())).toEqual(digits(2, 3, 1));
      });

      test('returns deferred envelopes after all others, and in turn', async () => {
        for (const digit of [1, 2, 3]) await outbox.put(envelopeOf(idOf(digit)), byServer);
        const asked: (string | undefined)[] = [];
        for (let turn = 0; turn < 6; turn += 1) {
          const next = await outbox.claimNext(anything);
          asked.push(next?.entry.eventId);
          if (next) await outbox.release(next.entry, { isDeferred: true });
        }
        expect(asked).toEqual(digits(1, 2, 3, 1, 2, 3));
        await outbox.put(envelopeOf(idOf(4)), byServer);
        await outbox.refresh();
        expect((await outbox.claimNext(anything))?.entry.eventId).toBe(idOf(4));
      });

      test('returns only the categories that may be sent', async () => {
        await outbox.put(feedbackOf(idOf(1)), byServer);
        await outbox.put(envelopeOf(idOf(2)), byServer);
        const isError = (category: Category) => category === 'error';
        expect(await idsClaimed(outbox, isError)).toEqual(digits(2));
        expect(outbox.hasWaiting(isError)).toBe(false);
        expect(outbox.hasWaiting(anything)).toBe(true);
        expect(await idsClaimed(outbox, () => false)).toEqual([]);
        expect(await idsClaimed(outbox)).toEqual(digits(1));
      });

      test('returns an envelope that has to wait only after that time', async () => {
        await outbox.put(envelopeOf(idOf(1)), claimed);
        const [first] = [
          await outbox.put(envelopeOf(idOf(2)), claimed),
          await outbox.put(envelopeOf(idOf(3)), byServer),
        ];
        await outbox.release(first, { isDeferred: true, waitMs: 60_000 });
        expect(await idsClaimed(outbox)).toEqual(digits(3));
        expect(outbox.hasWaiting(anything)).toBe(false);
        clocks.pass(60_000);
        await outbox.refresh();
        expect(await idsClaimed(outbox)).toContain(idOf(2));
      });

      test('returns each envelope to one process only, however they race', async () => {
        await Promise.all(Array.from({ length: 10 }, () => outbox.put(envelopeOf(idOf(1)), byServer)));
        const all = [outbox, ...(await Promise.all([openOther(), openOther(), openOther()]))];
        const ids = await Promise.all(all.flatMap((one) => [idsClaimed(one), idsClaimed(one)]));
        expect(ids.flat()).toHaveLength(10);
      });
    });

    describe('a claim', () => {
      test('holds against other processes, also when it was made with the put', async () => {
        await outbox.put(envelopeOf(idOf(1)), byServer);
        await outbox.claimNext(anything);
        await outbox.put(envelopeOf(idOf(2)), claimed);
        const other = await openOther();
        expect(other.count()).toBe(2);
        expect(await idsClaimed(other)).toEqual([]);
        await outbox.refresh();
        expect(await idsClaimed(outbox)).toEqual([]);
      });

      test('that has run out can be taken over, and then the first process can neither release nor remove it', async () => {
        const lost = await outbox.put(envelopeOf(idOf(1)), claimed);
        clocks.pass(60_000);
        const other = await openOther();
        expect(await idsClaimed(other)).toEqual(digits(1));
        expect(await outbox.release(lost, { isDeferred: false })).toBeUndefined();
        await outbox.remove(lost);
        expect((await openOther()).count()).toBe(1);
      });

      test('that has run out and was not taken over ends with the removal of what was sent', async () => {
        const sent = await outbox.put(envelopeOf(idOf(1)), claimed);
        clocks.pass(60_000);
        const other = await openOther();
        await outbox.remove(sent);
        await other.refresh();
        expect([other.count(), await idsClaimed(other)]).toEqual([0, []]);
      });

      test('that was released is free for other processes', async () => {
        const file = await outbox.put(envelopeOf(idOf(1)), claimed);
        expect(await outbox.release(file, { isDeferred: true })).toBeDefined();
        expect(await idsClaimed(await openOther())).toEqual(digits(1));
        expect(await idsClaimed(outbox)).toEqual([]);
      });

      test.each([-hourMs, hourMs])('of this process holds when the clock is set by %i ms', async (shift) => {
        await outbox.put(envelopeOf(idOf(1)), claimed);
        clocks.wallClock += shift;
        await outbox.refresh();
        expect(await idsClaimed(outbox)).toEqual([]);
      });

      test('made by a clock that is ahead ends when a process has seen it for as long as a claim can last', async () => {
        clocks.wallClock += dayMs;
        await outbox.put(envelopeOf(idOf(1)), claimed);
        clocks.wallClock -= dayMs;
        const other = await openOther();
        expect(await idsClaimed(other)).toEqual([]);
        clocks.pass(15_000);
        await other.refresh();
        expect(await idsClaimed(other)).toEqual(digits(1));
      });
    });

    test('a removed envelope is gone for every process', async () => {
      await outbox.put(envelopeOf(idOf(1)), byServer);
      const other = await openOther();
      expect([other.count(), await other.holds(idOf(1))]).toEqual([1, true]);
      const next = await outbox.claimNext(anything);
      if (next) await outbox.remove(next.entry);
      expect([outbox.count(), await outbox.holds(idOf(1)), outbox.oldestAgeMs()]).toEqual([0, false, undefined]);
      await other.refresh();
      expect([other.count(), await other.holds(idOf(1)), other.oldestAgeMs()]).toEqual([0, false, undefined]);
    });

    test('many at once that were claimed with their puts are gone when they are removed', async () => {
      const putAndRemove = async () => {
        clocks.pass(1);
        await outbox.remove(await outbox.put(envelopeOf(idOf(1)), claimed));
      };
      await Promise.all(Array.from({ length: 50 }, putAndRemove));
      clocks.pass(60_000);
      expect(await idsClaimed(await openOther())).toEqual([]);
    });

    test('an event is held until the last of its envelopes is gone', async () => {
      const files = [await outbox.put(envelopeOf(idOf(1)), claimed), await outbox.put(feedbackOf(idOf(1)), claimed)];
      for (const file of files) {
        expect(await outbox.holds(idOf(1))).toBe(true);
        await outbox.remove(file);
      }
      expect(await outbox.holds(idOf(1))).toBe(false);
    });

    test('an envelope that changes during a refresh is neither lost nor found again', async () => {
      const gone = await outbox.put(envelopeOf(idOf(1)), claimed);
      const looking = outbox.refresh();
      await Promise.all([outbox.remove(gone), outbox.put(envelopeOf(idOf(2)), byServer)]);
      await looking;
      expect([outbox.count(), await outbox.holds(idOf(1)), await outbox.holds(idOf(2))]).toEqual([1, false, true]);
    });

    describe('evict', () => {
      test.each<[string, Partial<OutboxLimits>, number[]]>([
        ['nothing within the limits', { envelopes: 3, bytes: 3 * byteLength }, []],
        ['envelopes past the count', { envelopes: 1 }, [1, 2]],
        ['envelopes past the size', { bytes: 3 * byteLength - 1 }, [1]],
      ])('removes %s, the oldest first', async (_, limits, gone) => {
        openWith(limits);
        for (const digit of [1, 2, 3]) {
          await outbox.put(envelopeOf(idOf(digit)), byServer);
          clocks.pass(1_000);
        }
        expect((await outbox.evict()).map(({ eventId }) => eventId)).toEqual(gone.map(idOf));
        expect(outbox.count()).toBe(3 - gone.length);
        expect(await outbox.evict()).toEqual([]);
        expect(await idsClaimed(await openOther())).toEqual([1, 2, 3].filter((one) => !gone.includes(one)).map(idOf));
      });

      const sources = [byServer, byBrowser];
      test.each([
        { flood: byBrowser, few: byServer, what: 'envelopes', limits: { envelopes: 10 } },
        { flood: byServer, few: byBrowser, what: 'envelopes', limits: { envelopes: 10 } },
        { flood: byBrowser, few: byServer, what: 'bytes', limits: { bytes: 10 * byteLength } },
        { flood: byServer, few: byBrowser, what: 'bytes', limits: { bytes: 10 * byteLength } },
      ])('leaves a flood of $what by the $flood.source half of the outbox, and keeps the other half', async (row) => {
        openWith(row.limits);
        for (const digit of [1, 2, 3, 4, 5]) await outbox.put(envelopeOf(idOf(digit)), row.few);
        const evicted: unknown[] = [];
        for (let turn = 0; turn < 30; turn += 1) {
          await outbox.put(envelopeOf(idOf(9)), row.flood);
          evicted.push(...(await outbox.evict()).map(({ source }) => source));
        }
        expect(evicted).toEqual(Array.from({ length: 25 }, () => row.flood.source));
        const held = await Promise.all([1, 2, 3, 4, 5].map((digit) => outbox.holds(idOf(digit))));
        expect(held).toEqual(Array(5).fill(true));
        expect(outbox.count()).toBe(10);
      });

      test('leaves one source all the room that the other one does not use', async () => {
        openWith({ envelopes: 10 });
        for (let turn = 0; turn < 10; turn += 1) await outbox.put(envelopeOf(idOf(9)), byBrowser);
        expect(await outbox.evict()).toEqual([]);
        await outbox.put(envelopeOf(idOf(1)), byServer);
        expect((await outbox.evict()).map(({ source }) => source)).toEqual(['browser']);
      });

      test('keeps claimed envelopes', async () => {
        openWith({ envelopes: 1 });
        await outbox.put(envelopeOf(idOf(1)), claimed);
        for (const digit of [2, 3]) await outbox.put(envelopeOf(idOf(digit)), byServer);
        expect((await outbox.evict()).map(({ eventId }) => eventId)).toEqual(digits(2, 3));
      });

      test('returns each envelope once, however many evictions run at the same time', async () => {
        openWith({ envelopes: 2 });
        for (const source of [...sources, ...sources, ...sources]) {
          await outbox.put(envelopeOf(idOf(1)), source);
          clocks.pass(1); // So both find the same order.
        }
        const other = await openOther({ envelopes: 2 });
        const evicted = await Promise.all([outbox.evict(), outbox.evict(), other.evict()]);
        expect(evicted.flat()).toHaveLength(4);
      });
    });

    describe('age', () => {
      test('of an envelope of an earlier process is that of its stamp', async () => {
        await outbox.put(envelopeOf(idOf(1)), byServer);
        clocks.pass(10 * dayMs);
        const other = await openOther();
        expect(other.oldestAgeMs()).toBe(10 * dayMs);
        clocks.pass(1_000);
        expect(other.oldestAgeMs()).toBe(10 * dayMs + 1_000);
      });

      test('is never negative, and right again when the clock is right again', async () => {
        clocks.wallClock += 1_000 * dayMs;
        await outbox.put(envelopeOf(idOf(1)), byServer);
        clocks.wallClock -= 1_000 * dayMs;
        await outbox.refresh();
        expect(outbox.oldestAgeMs()).toBe(0);
        clocks.wallClock += 1_000 * dayMs;
        clocks.pass(2 * hourMs);
        await outbox.refresh();
        expect(outbox.oldestAgeMs()).toBe(2 * hourMs);
      });
    });

    test.each([-1_000 * dayMs, 1_000 * dayMs])('a clock that is set by %i ms evicts nothing', async (shift) => {
      await outbox.put(envelopeOf(idOf(1)), byServer);
      clocks.wallClock += shift;
      const other = await openOther();
      clocks.pass(2 * hourMs);
      await other.refresh();
      expect(await other.evict()).toEqual([]);
      expect(await idsClaimed(other)).toEqual(digits(1));
    });
  });
}
