import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const style = readFileSync(new URL('../screens/screens.css', import.meta.url), 'utf8');
const name = `${createHash('sha256').update(style).digest('hex').slice(0, 12)}.css`;

/** The development server serves no file of ours: there the address holds the style. */
export function stylesheetAddress(assets: string): string {
  if (process.env.NODE_ENV !== 'development') return `${assets}/_next/static/candor/${name}`;
  return `data:text/css;base64,${Buffer.from(style).toString('base64')}`;
}

/** The server serves it as a file of the build. If a screen imported it, Next would preload it on every page. */
export function writeStylesheet(distDir: string): void {
  const folder = join(distDir, 'static/candor');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), style);
}
