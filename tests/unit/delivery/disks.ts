import { disk, type Disk } from '../../../candor/delivery/disk';

type Call = 'renameSync' | 'unlinkSync';

/** The disk, but this call throws the error that `errorFor` returns for its path. */
export function failingDisk(call: Call, errorFor: (path: string) => Error | undefined): Disk {
  const original = disk[call] as (path: string, ...rest: unknown[]) => void;
  return {
    ...disk,
    [call](path: string, ...rest: unknown[]) {
      const error = errorFor(path);
      if (error) throw error;
      original(path, ...rest);
    },
  };
}

export function diskError(code: string): Error {
  return Object.assign(new Error(code), { code });
}
