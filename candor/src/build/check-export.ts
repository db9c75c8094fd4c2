import { routeOfExport } from '../application/static-export.js';

/**
 * What a build for a static export says: that events arrive nowhere there, and which file stops it.
 * @param tunnel the path at which browsers report, if the team has chosen it
 */
export function sentencesAboutExport(folder: string, tunnel = '/monitoring'): string[] {
  return [
    `with \`output: "export"\` there is no server. A page that fails in a browser has its screen and its reference, and the event stays in that browser unless your host passes ${tunnel} on to a server with Candor. See “A static export” in docs/operating.md.`,
    ...routeOfExport(folder, tunnel.slice(1)).map(({ path, says }) => `${path}: ${says}`),
  ];
}
