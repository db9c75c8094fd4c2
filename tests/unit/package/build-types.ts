import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../docs/files';

/** Makes the types that the package ships. Where they are up to date, as behind the step `types`, nothing is built. */
export function buildTypes(): void {
  execFileSync(process.execPath, [join(root, 'candor/scripts/build.mjs'), '--types']);
}
