import { findFile, type Application } from './read-application.js';
import type { Leftover } from './plan.js';

/** Whether `next.config` asks for a static export, as far as that is written there and not in a comment. */
export function isStaticExport({ config }: Pick<Application, 'config'>): boolean {
  return /^(?!\s*(?:\/\/|\*)).*\boutput:\s*(['"`])export\1/m.test(config?.text ?? '');
}

/** The route of the tunnel, which a static export cannot have. @param tunnel without a slash first */
export function routeOfExport(folder: string, tunnel: string): Leftover[] {
  const paths = ['', 'src/'].map((sources) => findFile(folder, `${sources}app/${tunnel}/route`));
  const path = paths.find((found) => found !== undefined);
  const says =
    'Delete it: with `output: "export"` there is no server, and Next stops the build at this route. See “A static export” in docs/operating.md.';
  return path === undefined ? [] : [{ path, says }];
}
