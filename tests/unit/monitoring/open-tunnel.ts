import { expect } from 'vitest';
import { createEventBudget, createFirstOfDay, type EventLimits } from '../../../candor/src/monitoring/event-budget';
import { createRateLimit, type RateLimits } from '../../../candor/src/monitoring/rate-limit';
import type { Readable } from '../../../candor/src/delivery/stored-queue';
import { createTunnel } from '../../../candor/src/monitoring/tunnel';
import type { Respond } from '../../support/fake-ingest';
import { setUpWithService } from '../delivery/set-up-delivery';

export const id = '0123456789abcdef0123456789abcdef';
export const envelope = `{"event_id":"${id}"}\n{"type":"event"}\n{}`;

const plenty: RateLimits = { concurrency: 64, perClientConcurrency: 64, perSecond: 200, perClientPerSecond: 200 };

type Limits = { limits?: Partial<RateLimits>; budget?: Partial<EventLimits> };
type OfTunnel = Omit<Partial<Parameters<typeof createTunnel>[0]>, 'budget'>;
type Options = { folder?: string; respond?: Respond; readable?: Readable } & Limits & OfTunnel;

/** A tunnel to a service of this test, and how to post to it. */
export async function openTunnel({ folder, respond, limits, budget, readable, ...options }: Options = {}) {
  let now = 0;
  const { receiver, ...delivery } = await setUpWithService(respond, { folder, readable });
  const rateLimit = createRateLimit({ ...plenty, ...limits });
  const eventBudget = createEventBudget({ perHour: 1_000, perDay: 1_000, ...budget }, { now: () => 0 }); // Its time stands still.
  const ignored: string[] = [];
  const countIgnored = (reason: string) => void ignored.push(reason);
  const ofShapes = { takeFirst: createFirstOfDay({ now: () => now }), countIgnored };
  const byDefault = { trustedProxyHops: 0, acceptsFeedback: true };
  const tunnel = createTunnel({ ...delivery, rateLimit, budget: eventBudget, ...ofShapes, ...byDefault, ...options });
  return {
    receiver,
    ...delivery,
    tunnel,
    eventBudget,
    ignored,
    pass: (ms: number) => void (now += ms),
    async post(body: BodyInit | undefined, headers: Record<string, string> = {}) {
      const init = { method: 'POST', body, headers, duplex: 'half' };
      const response = await tunnel(new Request('http://candor.test/monitoring', init));
      expect(response.headers.get('Cache-Control')).toBe('no-store');
      return { response, status: response.status, json: (await response.json()) as unknown };
    },
  };
}
