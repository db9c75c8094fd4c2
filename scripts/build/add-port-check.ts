import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Makes a standalone server end with one sentence when `PORT` is bad or in use. */
export function addPortCheck(standalone: string): void {
  for (const file of ['check-port.mjs', 'listen-once.mjs']) {
    copyFileSync(join(import.meta.dirname, file), join(standalone, file));
  }
  const server = join(standalone, 'server.js');
  writeFileSync(server, `import './check-port.mjs';\n${readFileSync(server, 'utf8')}`);
}
