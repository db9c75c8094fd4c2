import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { filesIn } from '../../internals/build/files-in.js';
import { traceFiles } from '../../internals/build/trace-files.js';
import { lookFile, lookVariable } from '../../shared/look.js';
import { findLook, type Found } from './find-look.js';
import { readStyles } from './read-styles.js';

/**
 * Finds the look of a build in its stylesheets, and keeps it for the processes that make its pages and for those that serve it.
 * @param address of the build's `static` folder, as browsers ask for it
 * @throws Error when a stylesheet cannot be read, or the look cannot be written
 */
export function keepLook(distDir: string, address: string): Found | undefined {
  const served = join(distDir, 'static');
  const files = filesIn(served);
  const read = (file: string) => readFileSync(join(served, file), 'utf8');
  const texts = files.filter((file) => file.endsWith('.css')).map((file) => withAddresses(read(file), address, file));
  const asksSystem = files.some((file) => file.endsWith('.js') && read(file).includes('prefers-color-scheme'));
  const found = findLook(readStyles(texts), asksSystem);
  if (!found) return undefined;
  const path = join(distDir, lookFile);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(found));
  traceFiles(distDir, [lookFile]);
  process.env[lookVariable] = JSON.stringify(found.look); // Next starts the processes that make pages after this.
  return found;
}

/** The same stylesheet, to be used at every address. */
function withAddresses(text: string, address: string, file: string): string {
  return text.replace(
    /url\((["']?)(?!data:|[a-z]+:\/\/|[/#])([^)"']+)\1\)/gi,
    (_, quote: string, path: string) => `url(${quote}${address}${posix.join('/', posix.dirname(file), path)}${quote})`,
  );
}
