import type { Deployment } from '../../../candor/src/outbox/deployment';
import type { EventState } from '../../../candor/src/shared/event-state';

/** A deployment of one process, and the states that were published there. */
export function memoryDeployment() {
  const states = new Map<string, EventState>();
  const deployment: Deployment = {
    observeService() {},
    pause() {},
    respond() {},
    record: (eventId, event) => void states.set(eventId, event),
    find: (eventId) => Promise.resolve(states.get(eventId)),
    take: () => Promise.resolve({ state: 'taken' }),
    refund() {},
    settled: () => Promise.resolve(),
  };
  return { deployment, states };
}
