import { builtAppearances } from '../../internals/server/built-appearances.js';
import { note, type Finding } from '../show.js';

/** The layouts of a build whose documents can be copied only in part. */
export function inspectAppearance(dist: string): Finding[] {
  const partial = builtAppearances(dist).filter(({ isWhole }) => !isWhole);
  return partial.map(({ paths: [path = '/'] }) =>
    note(
      `No page of the layout around ${path} is prerendered, so documents that Candor makes there have its stylesheets and not the classes of <html> and <body>.`,
    ),
  );
}
