import fs, { constants, type Stats } from 'node:fs';
import { open, rmdir } from 'node:fs/promises';
import { maxEnvelopeBytes } from '../../envelope/envelope.js';
import { codeOf } from '../../shared/error-parts.js';

// Opening a FIFO blocks, a link leads out of the folder, and a terminal becomes that of its reader.
const readOnly = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

/** Of the disk or of this process: the next file would meet the same. */
const errorsOfAllFiles = ['EROFS', 'ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'ENOMEM'];

/** @throws if it is not a regular file of this size that has no other name elsewhere */
export function checkFile(stats: Stats, bytes: number): void {
  if (!stats.isFile()) throw new Error('not a regular file');
  if (stats.nlink > 1) throw new Error('has another name elsewhere');
  if (stats.size !== bytes) throw new Error('not of the size in its name');
  if (stats.size > maxEnvelopeBytes) throw new Error('larger than any envelope');
}

export async function readWhole(path: string, bytes: number): Promise<Uint8Array> {
  const handle = await open(path, readOnly);
  try {
    checkFile(await handle.stat(), bytes);
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(bytes), 0, bytes, 0);
    if (bytesRead < bytes) throw new Error('truncated while it was read');
    return buffer;
  } finally {
    await handle.close();
  }
}

/** Removes what cannot be used, if that is possible. @throws an error that the next file would meet as well */
export async function discard(path: string, cause?: unknown): Promise<void> {
  try {
    if (errorsOfAllFiles.includes(codeOf(cause) ?? '')) throw cause;
    fs.unlinkSync(path);
  } catch (error) {
    // EACCES: the permissions of the folder forbid it.
    if ([...errorsOfAllFiles, 'EACCES'].includes(codeOf(error) ?? '')) throw error;
    await rmdir(path).catch(() => {}); // It is a folder, or has to stay.
  }
}
