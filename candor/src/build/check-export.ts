import type { NextConfig } from 'next';
import { routeOfExport } from '../cli/static-export.js';

/**
 * Says once in a build for a static export that nobody receives events there, and which file stops it.
 * @param tunnel the path at which browsers report, if the team has chosen it
 */
export function warnOfExport({ output }: NextConfig, folder: string, tunnel = '/monitoring'): void {
  if (output !== 'export' || process.env.NODE_ENV === 'development' || process.env.CANDOR_EXPORT_CHECKED) return;
  process.env.CANDOR_EXPORT_CHECKED = 'yes'; // Next's workers inherit it.
  console.warn(
    `Candor: with \`output: "export"\` there is no server. A page that fails in a browser has its screen and its reference, and the event stays in that browser unless your host passes ${tunnel} on to a server with Candor. See “A static export” in docs/operating.md.`,
  );
  for (const { path, says } of routeOfExport(folder, tunnel.slice(1))) console.warn(`Candor: ${path}: ${says}`);
}
