import { resolve } from 'node:path';
import type { Log } from '../log-messages';

type Operation = 'read' | 'write';

const participles = { read: 'read', write: 'written' } as const;

/** Logs once when the outbox cannot be read or written, and once when it can be again. */
export class DiskHealth {
  readonly #failing = new Set<Operation>();
  readonly #log: Pick<Log, 'info' | 'error'>;

  constructor(log: Pick<Log, 'info' | 'error'>) {
    this.#log = log;
  }

  isFailing(operation: Operation): boolean {
    return this.#failing.has(operation);
  }

  failed(operation: Operation, error: unknown): void {
    if (this.#failing.has(operation)) return;
    this.#failing.add(operation);
    const where = error instanceof Error && 'path' in error ? { path: resolve(String(error.path)) } : {};
    this.#log.error({ reason: reasonOf(error), ...where }, `the outbox cannot be ${participles[operation]}`);
  }

  recovered(operation: Operation): void {
    if (this.#failing.delete(operation)) this.#log.info({}, `the outbox can be ${participles[operation]} again`);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
