import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { NextConfig } from 'next';
import { afterCompile } from './after-compile.js';

const style = readFileSync(new URL('../screens/screens.css', import.meta.url), 'utf8');
const file = `static/candor/${createHash('sha256').update(style).digest('hex').slice(0, 12)}.css`;

/** The development server serves no file of ours: there the address holds the style. */
export function stylesheetAddress(assets: string): string {
  if (process.env.NODE_ENV !== 'development') return `${assets}/_next/${file}`;
  return `data:text/css;base64,${Buffer.from(style).toString('base64')}`;
}

/** Has each build serve the stylesheet of the screens. If a screen imported it, Next would preload it on every page. */
export function withStylesheet(nextConfig: NextConfig): NextConfig {
  return afterCompile(nextConfig, ({ distDir }) => {
    const path = join(distDir, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, style);
  });
}
