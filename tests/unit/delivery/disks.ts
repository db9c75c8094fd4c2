import { disk, type Disk } from '../../../candor/delivery/disk';

const [ext4, nfs] = [0xef53, 0x6969];

export const disks: Record<string, Disk> = {
  'a local file system': { ...disk, fileSystemType: async () => ext4 },
  'a network file system': { ...disk, fileSystemType: async () => nfs },
};

type Call = 'rename' | 'unlink' | 'writeFile';

/** A disk on which this call throws the error that `errorFor` returns for its path, also in the synchronous form. */
export function failingDisk(disk: Disk, call: Call, errorFor: (path: string) => Error | undefined): Disk {
  const sync = disk[`${call}Sync`] as (path: string, ...rest: unknown[]) => void;
  const pooled = disk[call] as (path: string, ...rest: unknown[]) => Promise<void>;
  const check = (path: string) => {
    const error = errorFor(path);
    if (error) throw error;
  };
  return {
    ...disk,
    [call]: async (path: string, ...rest: unknown[]) => (check(path), pooled(path, ...rest)),
    [`${call}Sync`]: (path: string, ...rest: unknown[]) => (check(path), sync(path, ...rest)),
  };
}

export function diskError(code: string): Error {
  return Object.assign(new Error(code), { code });
}
