import type { Category } from '../../envelope/envelope.js';
import { BoundedMap } from '../../shared/bounded-map.js';
import { isEventState, type EventState } from '../../shared/event-state.js';
import { InFlight } from '../../shared/in-flight.js';
import type { Deployment, LimitWindow, ServiceState, Taken } from '../deployment.js';
import { claimMs } from '../outbox.js';
import type { RedisLink } from './redis-link.js';
import { scripts } from './redis-scripts.js';

const rememberedMs = 2 * 3_600_000;
const maxUnpublished = 1_000;

/** States that cannot be published are kept for `catchUp`. */
export class RedisDeployment implements Deployment {
  readonly #link: RedisLink;
  readonly #unpublished = new BoundedMap<string, EventState>(maxUnpublished);
  readonly #inFlight = new InFlight();
  #observer: (service: ServiceState) => void = () => {};
  #isFailing = false;

  constructor(link: RedisLink) {
    this.#link = link;
  }

  observeService(observer: (service: ServiceState) => void): void {
    this.#observer = observer;
  }

  /** Every reply of Redis has the state of the service. */
  onServiceState(service: ServiceState): void {
    this.#isFailing = service.failures > 0;
    this.#observer(service);
  }

  record(eventId: string, event: EventState): void {
    if (event.state === 'unknown' || event.state === 'off') return;
    void this.#inFlight.track(this.#record(eventId, event));
  }

  async #record(eventId: string, event: EventState): Promise<void> {
    // An instance that dies while it sends an event cannot say so.
    const forMs = event.state === 'sending' ? claimMs : rememberedMs;
    // A key of its own: another instance may say late that it has queued what was sent meanwhile.
    const name = event.state === 'sent' || event.state === 'dropped' ? 'outcome' : 'state';
    try {
      await this.#link.send(['SET', this.#link.key(`${name}:${eventId}`), JSON.stringify(event), 'PX', forMs]);
    } catch {
      this.#unpublished.set(eventId, event); // The outbox logs that Redis is unavailable.
    }
  }

  async catchUp(): Promise<void> {
    await Promise.all(this.#unpublished.takeAll().map(([eventId, event]) => this.#record(eventId, event)));
  }

  async find(eventId: string): Promise<EventState | undefined> {
    try {
      const names = [`outcome:${eventId}`, `state:${eventId}`];
      const found = await this.#link.send<unknown[]>(['MGET', ...names.map((name) => this.#link.key(name))]);
      const state: unknown = JSON.parse(String(found[0] ?? found[1]));
      return isEventState(state) ? state : undefined;
    } catch {
      return undefined; // The outbox logs that Redis is unavailable.
    }
  }

  pause(forMs: Record<Category | 'all', number>, { hasFailed }: { hasFailed: boolean }): void {
    void this.#inFlight.track(this.#pause(forMs, hasFailed).catch(() => {})); // Each instance then finds out itself.
  }

  async #pause(forMs: Record<Category | 'all', number>, hasFailed: boolean): Promise<void> {
    const [seconds, micros] = await this.#link.send<[Buffer, Buffer]>(['TIME']);
    const now = Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000);
    const service = this.#link.key('service');
    const pauses = Object.entries(forMs).flatMap(([name, ms]) => [now + Math.ceil(ms), name]);
    await this.#link.send(['ZADD', service, 'GT', ...pauses]);
    if (!hasFailed) return;
    await this.#link.send(['ZADD', service, 'NX', now, 'failingSince']);
    // Many were in flight together, in all instances: the first counts.
    const wave = ['SET', this.#link.key('failed'), 1, 'NX', 'PX', Math.max(1, Math.ceil(forMs.all))];
    if (await this.#link.send(wave)) await this.#link.send(['ZINCRBY', service, 1, 'failures']);
  }

  respond(): void {
    if (!this.#isFailing) return;
    this.#isFailing = false;
    const responds = this.#link.send(['ZREM', this.#link.key('service'), 'failingSince', 'failures']);
    void this.#inFlight.track(responds.catch(() => {}));
  }

  async take<Limit extends LimitWindow>(windows: readonly Limit[]): Promise<Taken<Limit> | undefined> {
    try {
      const [isTaken, index, leftMs, isFirst] = await this.#link.run(scripts.take, [1, ...argumentsOf(windows)]);
      const window = isTaken === 1 ? undefined : windows[Number(index)];
      if (window === undefined) return { state: 'taken' };
      return { state: 'spent', window, leftMs: Number(leftMs), isFirst: isFirst === 1 };
    } catch {
      return undefined; // The outbox logs that Redis is unavailable.
    }
  }

  refund(windows: readonly LimitWindow[]): void {
    const refunds = this.#link.run(scripts.take, [-1, ...argumentsOf(windows)]);
    void this.#inFlight.track(refunds.catch(() => {})); // It ends with its window.
  }

  settled(): Promise<void> {
    return this.#inFlight.settled();
  }
}

const argumentsOf = (windows: readonly LimitWindow[]) => windows.flatMap(({ name, ms, limit }) => [name, ms, limit]);
