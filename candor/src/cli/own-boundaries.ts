import { basename } from 'node:path';
import type { Leftover } from '../application/plan.js';
import type { CodeFile } from './code-files.js';
import { ofTests } from './sdk-setup.js';

export const referenceLines = `import { useFailure } from 'candor/screens';\n<p>{useFailure(error).texts.reference}</p>`;

const ofReact = /\bcomponentDidCatch\b|['"]react-error-boundary['"]/;
// Private folders have no routes.
const ofNext = /^(?:src\/)?app\/(?:(?![_.])[^/]+\/)*(?:global-)?error\.[jt]sx?$/;

/** The team's boundaries that show no reference, nor does a file that they import. */
export function ownBoundaries(files: readonly CodeFile[], known: ReadonlySet<string> = new Set()): Leftover[] {
  const asking = files.filter(({ text }) => /['"]candor\/screens['"]/.test(text));
  const boundaries = files.filter(({ path, text }) => ofNext.test(path) || (ofReact.test(text) && !ofTests.test(path)));
  const [first, ...others] = boundaries
    .filter((file) => !known.has(file.path) && !asking.includes(file) && !namesOneOf(file.text, asking))
    .map(({ path }) => path);
  if (first === undefined) return [];
  const more = others.length > 4 ? ` and ${others.length - 4} more` : '';
  const same = others.length > 0 ? ` The same goes for ${others.slice(0, 4).join(', ')}${more}.` : '';
  const says = `Its failures are reported, but visitors see no reference; these two lines show it.${same}`;
  return [{ path: first, says, write: referenceLines, isOptional: true }];
}

/** Compares only the end of a path, since aliases are not known. */
export function namesOneOf(text: string, files: readonly CodeFile[]): boolean {
  const named = Array.from(text.matchAll(/['"]([^'"\n]*\/[^'"\n]+)['"]/g), ([, path = '']) => nameOf(path));
  return files.some(({ path }) => named.includes(nameOf(path)));
}

const nameOf = (path: string) => basename(path.replace(/(?:\/index)?(?:\.[cm]?[jt]sx?)?$/, ''));
