import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NextConfig } from 'next';
import { lastResortStyle } from '../../candor/screens/last-resort-style';
import type { PolicySettings } from '../../candor/policy/policy-settings';
import type { Documents } from '../../candor/policy/security-headers';
import { CommandError } from '../run/cli';
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
  const settings = builtSettings(join(folder, '.next'));
  const { pages, failed, renderedPages } = builtDocuments(join(folder, '.next'), settings.basePath);
  // The last resort is rendered when needed, so it is not a built document.
  const styles = [...failed.styles, hashSource(lastResortStyle)];
  const documents: Documents & { settings: PolicySettings } = {
    pages,
    failed: { ...failed, styles },
    renderedPages,
    settings,
  };
  compileFolder(join(root, policy), join(folder, policy));
  writeFileSync(join(folder, policy, 'documents.json'), JSON.stringify(documents));
}

/** The team's settings, as the build has inlined them: `candor/next-config.ts` makes them. */
function builtSettings(distFolder: string): PolicySettings {
  const file = readFileSync(join(distFolder, 'required-server-files.json'), 'utf8');
  const { config } = JSON.parse(file) as { config: Pick<NextConfig, 'compiler'> };
  const { CANDOR_POLICY } = config.compiler?.defineServer ?? {};
  if (CANDOR_POLICY === undefined) throw new CommandError('The build failed: next.config.ts does not call withCandor.');
  return JSON.parse(String(CANDOR_POLICY)) as PolicySettings;
}

// One file each, so that a stack in the log names the source.
function compileFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const file of readdirSync(from).filter((name) => name.endsWith('.ts'))) {
    writeFileSync(join(to, file.replace(/\.ts$/, '.mjs')), compileModule(readFileSync(join(from, file), 'utf8')));
  }
}
