import type { Category } from './envelope';

/** What every script replies with, of all instances together. */
export type Known = {
  /** ms since the epoch, by Redis's clock */
  now: number;
  count: number;
  bytes: number;
  /** When the oldest envelope was kept. */
  oldestAt: number | undefined;
  /** Whether an envelope of the category may be claimed. */
  waiting: Record<Category, boolean>;
  service: ServiceState;
};

/** What the instances have found out about the service: for how many ms it wants a pause, and whether it fails. */
export type ServiceState = Record<Category | 'all', number> & {
  failingForMs: number | undefined;
  failures: number;
};

/** @param reply what `known()` of the scripts has returned */
export function readKnown(reply: unknown): Known {
  const numbers = Array.isArray(reply) ? reply.map(Number) : [];
  const at = (index: number) => numbers[index] ?? 0;
  return {
    now: at(0),
    count: at(1),
    bytes: at(2),
    oldestAt: at(3) < 0 ? undefined : at(3),
    waiting: { error: at(4) === 1, feedback: at(5) === 1 },
    service: {
      all: at(6),
      error: at(7),
      feedback: at(8),
      failingForMs: at(9) < 0 ? undefined : at(9),
      failures: at(10),
    },
  };
}
