import type { Stats } from 'node:fs';
import type { Quarantined } from './outbox-store';

/** Past it no more files are remembered: the rest is measured at each scan, and not reported. */
const maxRemembered = 10_000;

/**
 * The files, by name, that this process leaves alone until they change. They are neither deleted nor followed: somebody
 * else has put them there, and may repair them.
 */
export function createQuarantine() {
  /** Each with its identity when it was quarantined. */
  const files = new Map<string, string>();
  let found = 0;
  let latest = { file: '', reason: '' };

  return {
    /** Without `stats` it is quarantined for as long as the name is there. */
    add(file: string, reason: string, stats?: Stats): void {
      if (files.has(file) || files.size >= maxRemembered) return;
      files.set(file, identityOf(stats));
      found += 1;
      latest = { file, reason };
    },
    delete: (file: string): boolean => files.delete(file),
    clear: (): void => files.clear(),
    count: () => files.size,
    has: (file: string): boolean => files.has(file),
    /** Whether it is quarantined and has not changed. */
    holds: (file: string, stats: Stats): boolean => files.get(file) === identityOf(stats),
    keepOnly(names: Set<string>): void {
      for (const file of files.keys()) if (!names.has(file)) files.delete(file);
    },
    /** Takes the report of files that were added since the last call. */
    takeNew(): Quarantined | undefined {
      const report = found > 0 ? { ...latest, found, count: files.size } : undefined;
      found = 0;
      return report;
    },
  };
}

export type Quarantine = ReturnType<typeof createQuarantine>;

/** `ctime` changes with content, permissions, owner and links alike. */
function identityOf(stats: Stats | undefined): string {
  return stats ? `${stats.ino} ${stats.size} ${stats.ctimeMs}` : '';
}
