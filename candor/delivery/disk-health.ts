import { resolve } from 'node:path';
import type { Log } from '../log-messages';

type Deed = 'read' | 'written';

/** Tells once that the outbox cannot be read or written, and once that it can again. */
export function createDiskTrouble(log: Pick<Log, 'info' | 'error'>) {
  const troubles = new Set<Deed>();
  return {
    has: (deed: Deed): boolean => troubles.has(deed),
    cannotBe(deed: Deed, error: unknown): void {
      if (!troubles.has(deed)) {
        const where = error instanceof Error && 'path' in error ? { path: resolve(String(error.path)) } : {};
        log.error({ reason: describeDiskError(error), ...where }, `the outbox cannot be ${deed}`);
      }
      troubles.add(deed);
    },
    canBe(deed: Deed): void {
      if (troubles.delete(deed)) log.info({}, `the outbox can be ${deed} again`);
    },
  };
}

export type DiskTrouble = ReturnType<typeof createDiskTrouble>;

function describeDiskError(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
