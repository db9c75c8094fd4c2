import { isEventState, type EventState } from '../event-state';
import { InFlight } from './in-flight';
import { claimMs } from './outbox-store';
import type { ServiceState } from './redis-known';
import type { RedisLink } from './redis-link';
import { scripts } from './redis-scripts';

const rememberedMs = 2 * 3_600_000;
/** As many as each process remembers by itself. */
const maxUntold = 1_000;

/** A limit in a time that begins with the first that is taken. */
export type Window = { name: string; ms: number; limit: number };

/** `leftMs`: until the window ends. `isFirst`: nobody was told before that it is spent. */
export type Taken = { state: 'taken' } | ({ state: 'spent'; leftMs: number; isFirst: boolean } & Window);

/**
 * What the instances of a deployment tell each other beside the outbox, in the same Redis: the states of their events, and what
 * they have found out about the service. While Redis is away each knows its own, and the states are told later.
 */
export class Deployment {
  readonly #link: RedisLink;
  readonly #untold = new Map<string, EventState>();
  readonly #inFlight = new InFlight();
  #hear: (service: ServiceState) => void = () => {};
  #isFailing = false;

  constructor(link: RedisLink) {
    this.#link = link;
  }

  /** `hear` is called with what every reply of Redis says of the service. */
  onService(hear: (service: ServiceState) => void): void {
    this.#hear = hear;
  }

  hear(service: ServiceState): void {
    this.#isFailing = service.failures > 0;
    this.#hear(service);
  }

  /** Tells the others the state of an event. */
  record(eventId: string, event: EventState): void {
    if (event.state === 'unknown' || event.state === 'off') return;
    void this.#inFlight.track(this.#record(eventId, event));
  }

  async #record(eventId: string, event: EventState): Promise<void> {
    // An instance that dies while it sends an event cannot say so.
    const forMs = event.state === 'sending' ? claimMs : rememberedMs;
    try {
      await this.#link.run(scripts.record, ['', eventId, JSON.stringify(event), forMs]);
      this.#untold.delete(eventId);
    } catch {
      this.#untold.delete(eventId); // The outbox logs that Redis is away.
      this.#untold.set(eventId, event);
      const [oldest] = this.#untold.keys();
      if (this.#untold.size > maxUntold && oldest !== undefined) this.#untold.delete(oldest);
    }
  }

  /** Tells what could not be told. */
  async catchUp(): Promise<void> {
    await Promise.all(Array.from(this.#untold, ([eventId, event]) => this.#record(eventId, event)));
  }

  /** What any instance has recorded of an event, or that it is kept. `undefined`: nothing, or Redis is away. */
  async find(eventId: string): Promise<EventState | undefined> {
    try {
      const [, recorded, isKept] = await this.#link.run(scripts.find, ['', eventId]);
      const state: unknown = String(recorded) === '' ? undefined : JSON.parse(String(recorded));
      if (isEventState(state)) return state;
      return isKept === 1 ? { state: 'queued' } : undefined;
    } catch {
      return undefined; // The outbox logs that Redis is away.
    }
  }

  /** Tells for how many ms the service wants a pause, and whether an attempt has failed. */
  pause(forMs: Record<'all' | 'error' | 'feedback', number>, { hasFailed }: { hasFailed: boolean }): void {
    const { all, error, feedback } = forMs;
    const args = ['', ...[all, error, feedback].map(Math.ceil), hasFailed ? 1 : 0];
    void this.#inFlight.track(this.#link.run(scripts.pause, args).catch(() => {})); // Each instance then finds out itself.
  }

  /** Tells that the service responds, if anybody had told that it does not. */
  respond(): void {
    if (!this.#isFailing) return;
    this.#isFailing = false;
    void this.#inFlight.track(this.#link.run(scripts.respond, ['']).catch(() => {}));
  }

  /**
   * Takes one from each of these windows, or from none. `undefined`: Redis is away.
   * @param options.isLook only looks whether one could be taken
   */
  async take(windows: readonly Window[], { isLook = false } = {}): Promise<Taken | undefined> {
    try {
      const args = windows.flatMap(({ name, ms, limit }) => [name, ms, limit]);
      const [, isTaken, index, leftMs, isFirst] = await this.#link.run(scripts.take, ['', isLook ? 0 : 1, ...args]);
      const spent = isTaken === 1 ? undefined : windows[Number(index)];
      if (spent === undefined) return { state: 'taken' };
      return { state: 'spent', ...spent, leftMs: Number(leftMs), isFirst: isFirst === 1 };
    } catch {
      return undefined; // The outbox logs that Redis is away.
    }
  }

  /** Gives back what was taken and not used. */
  giveBack(windows: readonly Window[]): void {
    const names = windows.map(({ name }) => name);
    void this.#inFlight.track(this.#link.run(scripts.giveBack, ['', ...names]).catch(() => {})); // It ends with its window.
  }

  /** Resolves when nothing is being told any more. */
  settled(): Promise<void> {
    return this.#inFlight.settled();
  }
}
