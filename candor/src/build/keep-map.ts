import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { flatMap } from './flat-map.js';
import { functionsOfSources } from './functions-of-sources.js';
import { namesFromApplication } from './names-from-application.js';
import { mapLimits } from '../sources/read-maps.js';
import { functionsField, type NamedFunction } from '../sources/source-map.js';

export type MapKeeper = {
  /**
   * Reads a map as a bundler made it, and writes it as a server reads it: without sections, with the functions of the team's sources.
   * @throws Error saying why that cannot be done; then nothing is written
   */
  keep(from: string, to: string): void;
  /** The files that were written. */
  kept(): string[];
  /** That of their content: of another build it is another. */
  id(): string;
};

/** @param application its folder, from which all maps name sources alike */
export function createMapKeeper(application: string): MapKeeper {
  const known = new Map<string, NamedFunction[] | null>(); // Chunks share sources.
  const kept: string[] = [];
  const hash = createHash('sha256');
  return {
    keep(from, to) {
      checkSize(statSync(from).size);
      const map = flatMap(readFileSync(from, 'utf8'));
      const sources = namesFromApplication(map.sources, application);
      const text = JSON.stringify({ ...map, sources, [functionsField]: functionsOfSources(map, known) });
      checkSize(Buffer.byteLength(text));
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, text);
      kept.push(to);
      hash.update(text);
    },
    kept: () => kept,
    id: () => hash.copy().digest('hex').slice(0, 32),
  };
}

const megabyte = 1024 * 1024;

/** Those of a script of 10 MB are as large, and no server reads larger ones. */
function checkSize(bytes: number): void {
  if (bytes > mapLimits.maxFileBytes) throw new Error(`it is larger than ${mapLimits.maxFileBytes / megabyte} MB`);
}
