import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtDocuments } from './built-documents.mjs';
import { hashSource } from './inline-hashes.mjs';
import { root } from './root.mjs';

/** Makes a standalone build refuse a bad port, and send our headers on every answer; see `answers/`. */
export async function closeByDefault(standalone) {
  const documents = builtDocuments(join(standalone, '.next'));
  documents.styles.push(hashSource(await lastResortStyle()));

  cpSync(join(root, 'answers'), join(standalone, 'answers'), { recursive: true });
  writeFileSync(join(standalone, 'answers/documents.json'), JSON.stringify(documents));
  const server = join(standalone, 'server.js');
  const first = ['assert-port', 'set-on-requests'].map((name) => `import './answers/${name}.mjs';\n`);
  writeFileSync(server, [...first, readFileSync(server, 'utf8')].join(''));
}

// That document is rendered when it is needed, so it is not among the built ones.
async function lastResortStyle() {
  const { createJiti } = await import('jiti'); // Not there before the dependencies are installed.
  return (await createJiti(import.meta.url).import('../candor/screens/last-resort-style.ts')).lastResortStyle;
}
