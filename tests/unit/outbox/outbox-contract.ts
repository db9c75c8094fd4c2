import { beforeEach, describe, expect, test } from 'vitest';
import type { Category, Envelope } from '../../../candor/src/envelope/envelope';
import type { Outbox, OutboxLimits } from '../../../candor/src/outbox/outbox';
import { createTestClocks, envelopeOf, idOf, plenty, type TestClocks } from '../delivery/set-up-delivery';
import { anything, byBrowser, byServer, claimAll, claimed, evictAll, findAll } from './use-outbox';

/** Opens the store of a test, as each process does that shares it. */
export type OpenOutbox = (limits: OutboxLimits, clocks: TestClocks) => Outbox;

const feedbackOf = (digit: number): Envelope => ({ ...envelopeOf(digit), category: 'feedback' });
const { byteLength } = envelopeOf(1).bytes;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const digits = (...those: number[]) => those.map(idOf);
const times = <Result>(length: number, make: () => Result) => Array.from({ length }, make);

/**
 * Checks what delivery needs of every store.
 * @param isShared Processes that run at the same time send each other's envelopes. Otherwise a process sends those of processes that
 *   have ended: of those that do not refresh their store while 15 s pass.
 */
export function describeOutbox(store: string, setUp: () => Promise<OpenOutbox>, { isShared }: { isShared: boolean }) {
  const testIfShared = test.runIf(isShared);
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
    /** A process that knows what the others have left. */
    const openNext = async () => {
      const next = await openOther();
      if (isShared) return next;
      clocks.pass(15_000);
      await next.refresh();
      return next;
    };
    const openWith = (limits: Partial<OutboxLimits>) => (outbox = openStore({ ...plenty, ...limits }, clocks));
    const put = (digit: number, as: Parameters<Outbox['put']>[1] = byServer) => outbox.put(envelopeOf(digit), as);
    const putAll = async (...those: number[]) => {
      for (const digit of those) await put(digit);
    };
    /** How many there are, whether this event is among them, and for how long the oldest has been. */
    const figuresOf = async (one: Outbox) => [one.count(), await one.holds(idOf(1)), one.oldestAgeMs()];

    beforeEach(async () => {
      openStore = await setUp();
      clocks = createTestClocks();
      openWith({});
    });

    test('put keeps the unchanged bytes, their source and their category', async () => {
      const bytes = Buffer.concat([envelopeOf(1).bytes, Buffer.from([0, 255])]);
      await outbox.put({ ...feedbackOf(1), bytes }, byBrowser);
      const next = await (await openNext()).claimNext(anything);
      expect(Buffer.from(next?.bytes ?? [])).toEqual(bytes);
      expect(next?.entry).toMatchObject({ eventId: idOf(1), source: 'browser', category: 'feedback' });
    });

    // The order in memory is that of the puts.
    test.skipIf(store.includes('memory'))('claimNext returns the oldest first, and none twice', async () => {
      for (const [index, keptAt] of [3, 1, 2].entries()) {
        clocks.wallClock = clocks.start + keptAt;
        await put(index + 1);
      }
      clocks.pass(10);
      expect(await claimAll(await openNext())).toEqual(digits(2, 3, 1));
    });

    test('claimNext returns deferred envelopes after all others, and in turn', async () => {
      await putAll(1, 2, 3);
      for (const digit of [1, 2, 3, 1, 2, 3]) {
        const next = await outbox.claimNext(anything);
        expect(next?.entry.eventId).toBe(idOf(digit));
        if (next) await outbox.release(next.entry, { isDeferred: true });
      }
      await put(4);
      await outbox.refresh();
      expect((await outbox.claimNext(anything))?.entry.eventId).toBe(idOf(4));
    });

    test('claimNext returns only the categories that may be sent', async () => {
      await outbox.put(feedbackOf(1), byServer);
      await put(2);
      const isError = (category: Category) => category === 'error';
      expect(await claimAll(outbox, isError)).toEqual(digits(2));
      expect([outbox.hasWaiting(isError), outbox.hasWaiting(anything)]).toEqual([false, true]);
      expect(await claimAll(outbox, () => false)).toEqual([]);
      expect(await claimAll(outbox)).toEqual(digits(1));
    });

    test('claimNext returns an envelope that has to wait only after that time', async () => {
      await put(1, claimed);
      const first = await put(2, claimed);
      await put(3);
      await outbox.release(first, { isDeferred: true, waitMs: 60_000 });
      expect(await claimAll(outbox)).toEqual(digits(3));
      expect(outbox.hasWaiting(anything)).toBe(false);
      clocks.pass(60_000);
      expect(await findAll(outbox)).toContain(idOf(2));
    });

    testIfShared('claimNext returns each envelope to one process only, however they race', async () => {
      await Promise.all(times(10, () => put(1)));
      const all = [outbox, ...(await Promise.all(times(3, openOther)))];
      const ids = await Promise.all([...all, ...all].map((one) => claimAll(one)));
      expect(ids.flat()).toHaveLength(10);
    });

    testIfShared('a claim holds against other processes, also when it was made with the put', async () => {
      await put(1);
      await outbox.claimNext(anything);
      await put(2, claimed);
      const other = await openOther();
      expect(other.count()).toBe(2);
      expect([await claimAll(other), await findAll(outbox)]).toEqual([[], []]);
    });

    testIfShared('a claim that has run out can be taken over: then the first process has nothing to end', async () => {
      const lost = await put(1, claimed);
      clocks.pass(60_000);
      expect(await claimAll(await openOther())).toEqual(digits(1));
      expect(await outbox.release(lost, { isDeferred: false })).toBe(false);
      await outbox.remove(lost);
      expect((await openOther()).count()).toBe(1);
    });

    testIfShared('a claim that has run out and was not taken over ends with the removal of what was sent', async () => {
      const sent = await put(1, claimed);
      clocks.pass(60_000);
      const other = await openOther();
      await outbox.remove(sent);
      await other.refresh();
      expect([other.count(), await claimAll(other)]).toEqual([0, []]);
    });

    testIfShared('a claim that was released is free for other processes', async () => {
      const file = await put(1, claimed);
      expect(await outbox.release(file, { isDeferred: true })).toBe(true);
      expect([await claimAll(await openOther()), await claimAll(outbox)]).toEqual([digits(1), []]);
    });

    test.each([-hourMs, hourMs])('a claim of this process holds when the clock is set by %i ms', async (shift) => {
      await put(1, claimed);
      clocks.wallClock += shift;
      expect(await findAll(outbox)).toEqual([]);
    });

    testIfShared('a claim made by a clock that is ahead ends when a process has seen it for 15 s', async () => {
      clocks.wallClock += dayMs;
      await put(1, claimed);
      clocks.wallClock -= dayMs;
      const other = await openOther();
      expect(await claimAll(other)).toEqual([]);
      clocks.pass(15_000);
      expect(await findAll(other)).toEqual(digits(1));
    });

    test('a removed envelope is gone for this process, for those beside it and for the next', async () => {
      await put(1);
      const others = isShared ? [await openOther()] : [];
      for (const one of [outbox, ...others]) expect(await figuresOf(one)).toEqual([1, true, 0]);
      const next = await outbox.claimNext(anything);
      if (next) await outbox.remove(next.entry);
      for (const other of others) await other.refresh();
      const all = [outbox, ...others, await openNext()];
      for (const one of all) expect(await figuresOf(one)).toEqual([0, false, undefined]);
    });

    test('an event is held until the last of its envelopes is gone', async () => {
      for (const file of [await put(1, claimed), await outbox.put(feedbackOf(1), claimed)]) {
        expect(await outbox.holds(idOf(1))).toBe(true);
        await outbox.remove(file);
      }
      expect(await outbox.holds(idOf(1))).toBe(false);
    });

    test('an envelope that changes during a refresh is neither lost nor found again', async () => {
      const gone = await put(1, claimed);
      const looking = outbox.refresh();
      await Promise.all([outbox.remove(gone), put(2)]);
      await looking;
      expect([outbox.count(), await outbox.holds(idOf(1)), await outbox.holds(idOf(2))]).toEqual([1, false, true]);
    });

    const evicted = async () => (await evictAll(outbox)).map(({ eventId }) => eventId);

    test.each<[string, Partial<OutboxLimits>, gone: number[], left: number[]]>([
      ['nothing within the limits', { envelopes: 3, bytes: 3 * byteLength }, [], [1, 2, 3]],
      ['envelopes past the count', { envelopes: 1 }, [1, 2], [3]],
      ['envelopes past the size', { bytes: 3 * byteLength - 1 }, [1], [2, 3]],
    ])('evict removes %s, the oldest first', async (_, limits, gone, left) => {
      openWith(limits);
      for (const digit of [1, 2, 3]) {
        await put(digit);
        clocks.pass(1_000);
      }
      expect(await evicted()).toEqual(digits(...gone));
      expect(outbox.count()).toBe(left.length);
      expect(await evicted()).toEqual([]);
      expect(await claimAll(await openNext())).toEqual(digits(...left));
    });

    test.each([
      { flood: byBrowser, few: byServer, what: 'envelopes', limits: { envelopes: 10 } },
      { flood: byServer, few: byBrowser, what: 'bytes', limits: { bytes: 10 * byteLength } },
    ])('evict leaves a flood of $what by the $flood.source half of the outbox', async ({ flood, few, limits }) => {
      openWith(limits);
      for (const digit of [1, 2, 3, 4, 5]) await put(digit, few);
      const sources: string[] = [];
      for (let turn = 0; turn < 30; turn += 1) {
        await put(9, flood);
        sources.push(...(await evictAll(outbox)).map(({ source }) => source));
      }
      expect(sources).toEqual(Array(25).fill(flood.source));
      const held = await Promise.all(digits(1, 2, 3, 4, 5).map((id) => outbox.holds(id)));
      expect([held, outbox.count()]).toEqual([Array(5).fill(true), 10]);
    });

    test('evict keeps claimed envelopes', async () => {
      openWith({ envelopes: 1 });
      await put(1, claimed);
      await putAll(2, 3);
      expect(await evicted()).toEqual(digits(2, 3));
    });

    // Memory is lost with its process.
    test.skipIf(store.includes('memory'))('what was evicted, and not removed before a kill, is not lost', async () => {
      openWith({ envelopes: 1 });
      await putAll(1, 2);
      expect((await outbox.evict()).map(({ eventId }) => eventId)).toEqual(digits(1));
      expect(await outbox.evict()).toEqual([]);
      clocks.pass(15_000);
      expect((await claimAll(await openNext())).toSorted()).toEqual(digits(1, 2));
    });

    test('evict returns each envelope once, however many evictions run at the same time', async () => {
      openWith({ envelopes: 2 });
      for (const source of [byServer, byBrowser, byServer, byBrowser, byServer, byBrowser]) {
        await put(1, source);
        clocks.pass(1); // So both find the same order.
      }
      const all = [outbox, outbox, ...(isShared ? [await openOther({ envelopes: 2 })] : [])];
      expect((await Promise.all(all.map((one) => one.evict()))).flat()).toHaveLength(4);
    });

    test('the age of an envelope of an earlier process is that of its stamp', async () => {
      await put(1);
      clocks.pass(10 * dayMs);
      const next = await openNext();
      for (let turn = 0; turn < 2; turn += 1) {
        expect(next.oldestAgeMs()).toBe(clocks.wallClock - clocks.start);
        clocks.pass(1_000);
      }
    });

    test('the age of an envelope is never negative, and right again when the clock is right again', async () => {
      clocks.wallClock += 1_000 * dayMs;
      await put(1);
      clocks.wallClock -= 1_000 * dayMs;
      await outbox.refresh();
      expect(outbox.oldestAgeMs()).toBe(0);
      clocks.wallClock += 1_000 * dayMs;
      clocks.pass(2 * hourMs);
      await outbox.refresh();
      expect(outbox.oldestAgeMs()).toBe(2 * hourMs);
    });

    test.each([-1_000 * dayMs, 1_000 * dayMs])('a clock that is set by %i ms evicts nothing', async (shift) => {
      await put(1);
      clocks.wallClock += shift;
      const next = await openNext();
      clocks.pass(2 * hourMs);
      await next.refresh();
      expect(await next.evict()).toEqual([]);
      expect(await claimAll(next)).toEqual(digits(1));
    });
  });
}
