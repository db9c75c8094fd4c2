import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../run/processes';
import { root } from '../run/root';
import { inputFiles, inputVariables } from './build-inputs';
import { releaseOf } from './release';

/** A hash of everything that a build is made from: two builds with the same fingerprint are the same build. */
export function buildFingerprint(env: Environment, folder: string = root): string {
  const variables = { ...inputVariables(folder, env), release: releaseOf(env) };
  return createHash('sha256')
    .update(hashFiles(folder, inputFiles(folder)))
    .update(JSON.stringify(variables))
    .digest('hex');
}

/** A hash of the paths and the contents of these files. */
export function hashFiles(folder: string, files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) {
    const contents = readFileSync(join(folder, file));
    hash.update(`${file}\0${contents.length}\0`).update(contents);
  }
  return hash.digest('hex');
}
