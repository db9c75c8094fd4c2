import type { Entry } from '../../../../candor/src/cli/headers/entry';

/** An entry of each path with one header, of the same name. */
export function entriesOf(values: Record<string, string>): Entry[] {
  return Object.entries(values).map(([path, value]) => ({
    paths: [path],
    files: [path],
    headers: { https: [['A-B', value]], http: [['A-B', value]] },
  }));
}
