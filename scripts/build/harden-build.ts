import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastResortStyle } from '../../candor/screens/last-resort-style';
import type { Documents } from '../../candor/policy/security-headers';
import { root } from '../run/root';
import { builtDocuments } from './built-documents';
import { compileModule } from './compile-module';
import { hashSource } from './inline-hashes';

const policy = 'candor/policy';

// Next's server.js imports these before anything else, in this order. A module that sets an environment variable for Next's
// own code (such as NEXT_MANUAL_SIG_HANDLE) belongs here too: the imports of server.js run after them.
const preludes = ['check-port', 'set-headers'];

/** Makes a standalone build reject a bad port, and send our headers with every response; see `candor/policy/`. */
export function hardenBuild(standalone: string): void {
  compilePolicy(standalone);
  const server = join(standalone, 'server.js');
  const imports = preludes.map((name) => `import './${policy}/${name}.mjs';\n`);
  writeFileSync(server, [...imports, readFileSync(server, 'utf8')].join(''));
}

/** Compiles `candor/policy/` into a folder, with the hashes of the documents in that folder's `.next`. */
export function compilePolicy(folder: string): void {
  const { pages, failed, renderedPages } = builtDocuments(join(folder, '.next'));
  // The last resort is rendered when needed, so it is not a built document.
  const styles = [...failed.styles, hashSource(lastResortStyle)];
  const documents: Documents = { pages, failed: { ...failed, styles }, renderedPages };
  compileFolder(join(root, policy), join(folder, policy));
  writeFileSync(join(folder, policy, 'documents.json'), JSON.stringify(documents));
}

// One file each, so that a stack in the log names the source.
function compileFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const file of readdirSync(from).filter((name) => name.endsWith('.ts'))) {
    writeFileSync(join(to, file.replace(/\.ts$/, '.mjs')), compileModule(readFileSync(join(from, file), 'utf8')));
  }
}
