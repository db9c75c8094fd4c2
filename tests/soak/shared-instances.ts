import { setTimeout as pass } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Respond } from '../support/fake-ingest';
import { waitUntil } from '../support/wait-until';
import { envelopeOf, receiverOfThisTest } from '../unit/delivery/set-up-delivery';
import { newId, newPrefix, startInstance } from '../unit/outbox/redis/set-up-shared';
import { idsAt } from './load';

export const instanceCount = 3;
export const lossReason = 'the shared outbox has lost it';

/** Instances of one deployment, each with a disk of its own, and the service. */
export async function startInstances({ respond, ...options }: Omit<Options, 'prefix' | 'receiver'> & Responding) {
  const receiver = await receiverOfThisTest(respond);
  const prefix = newPrefix();
  const start = () => startInstance({ timeoutMs: 500, ...options, prefix, receiver });
  const instances = await Promise.all(Array.from({ length: instanceCount }, start));
  await Promise.all(instances.map(({ delivery }) => delivery.start()));
  const at = (place: number) => instances[place % instanceCount] as (typeof instances)[number];
  const arrived = () => new Set(idsAt(receiver));
  /** The events that all instances together have logged as lost by Redis. */
  const dropped = () =>
    instances
      .flatMap(({ logged }) => logged('event not delivered'))
      .flatMap((line) => (line.reason === lossReason ? [String(line.event)] : []));
  return {
    receiver,
    prefix,
    start,
    instances,
    arrived,
    dropped,
    /** Submits so many events, to each instance in turn. */
    async submit(count: number) {
      const ids = Array.from({ length: count }, newId);
      for (const [place, id] of ids.entries()) await at(place).delivery.submit(envelopeOf(id));
      return ids;
    },
    /** Makes events of the server and of browsers at all instances, as long as `isOn`. */
    makeEvents(isOn: () => boolean, acknowledged: string[], onSubmitted: (ms: number) => void = () => {}) {
      const make = async (place: number) => {
        while (isOn()) {
          const { delivery } = at(place);
          const [ofServer, ofBrowser] = [newId(), newId()];
          const startedAt = performance.now();
          await delivery.submit(envelopeOf(ofServer));
          onSubmitted(performance.now() - startedAt);
          acknowledged.push(ofServer);
          const { state } = await delivery.accept(envelopeOf(ofBrowser));
          if (state === 'sent' || state === 'queued') acknowledged.push(ofBrowser);
          await pass(10);
        }
      };
      return Promise.all(Array.from({ length: 2 * instanceCount }, (_, place) => make(place)));
    },
    /** Waits until each of these has arrived or is counted as lost, once. */
    async untilKnown(ids: readonly string[], timeoutMs: number) {
      const missing = () => {
        const known = new Set([...arrived(), ...dropped()]);
        return ids.filter((id) => !known.has(id));
      };
      await waitUntil('all to be sent or counted', () => missing().length === 0, timeoutMs).catch(() => {});
      const where = instances.map(({ delivery, lines }) => ({ ...delivery.stats(), last: lines.slice(-3) }));
      expect(missing(), JSON.stringify(where)).toEqual([]);
      expect(new Set(dropped()).size).toBe(dropped().length);
      const figures = `${arrived().size} arrived, ${dropped().length} lost, ${idsAt(receiver).length - arrived().size} twice`;
      console.log(`${ids.length} acknowledged, ${figures}`);
    },
  };
}

type Options = Parameters<typeof startInstance>[0];
type Responding = { respond?: Respond };
