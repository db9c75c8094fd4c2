import { readFileSync, statSync } from 'node:fs';
import { flatMap } from './flat-map.js';

const maxMegabytes = 32; // That of a script of 10 MB has about as much, and nobody waits for one that is read while it runs.

/**
 * The text of a source map, and the same as one without sections.
 * @throws Error saying why it cannot be read
 */
export function readMap(file: string): { written: string; flat: string } {
  if (statSync(file).size > maxMegabytes * 1024 * 1024) throw new Error(`it is larger than ${maxMegabytes} MB`);
  const written = readFileSync(file, 'utf8');
  return { written, flat: flatMap(written) };
}
