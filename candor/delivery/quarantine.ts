import type { Stats } from 'node:fs';
import type { SetAside } from './outbox-store';

/** Past it no more are remembered: the rest is measured at each look, and not told of. */
const remembered = 10_000;

/**
 * The files that this process does not touch unless they change, by name. They are neither deleted nor followed: somebody
 * else has put them there, and may repair them.
 */
export function createAsideFiles() {
  /** Each with what it was when it was set aside. */
  const files = new Map<string, string>();
  let found = 0;
  let latest = { file: '', reason: '' };

  return {
    /** Without `stats` it is aside for as long as the name is there. */
    add(file: string, reason: string, stats?: Stats): void {
      if (files.has(file) || files.size >= remembered) return;
      files.set(file, identityOf(stats));
      found += 1;
      latest = { file, reason };
    },
    delete: (file: string): boolean => files.delete(file),
    clear: (): void => files.clear(),
    count: () => files.size,
    has: (file: string): boolean => files.has(file),
    /** Whether it is aside and still what it was. */
    holds: (file: string, stats: Stats): boolean => files.get(file) === identityOf(stats),
    keepOnly(names: Set<string>): void {
      for (const file of files.keys()) if (!names.has(file)) files.delete(file);
    },
    /** What was added since this was last asked. */
    newly(): SetAside | undefined {
      const told = found > 0 ? { ...latest, found, count: files.size } : undefined;
      found = 0;
      return told;
    },
  };
}

export type AsideFiles = ReturnType<typeof createAsideFiles>;

/** `ctime` tells of a change of content, permissions, owner and links alike. */
function identityOf(stats: Stats | undefined): string {
  return stats ? `${stats.ino} ${stats.size} ${stats.ctimeMs}` : '';
}
