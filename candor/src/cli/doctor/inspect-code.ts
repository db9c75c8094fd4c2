import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Application } from '../application.js';
import { callsCandor } from '../hooks.js';
import { note, type Finding } from './finding.js';

export type CodeFile = { path: string; text: string };

const skipped = /(?:^|\/)(?:node_modules|\.[^/]*)$|^(?:dist|build|out|coverage|public)$/;
const extension = /\.[cm]?[jt]sx?$/;
const maxBytes = 1_000_000;

/** The application's own code, without other packages, builds and links. Paths are relative to its folder, with slashes. */
export function codeFiles(folder: string, below = ''): CodeFile[] {
  const entries = readdirSync(join(folder, below), { withFileTypes: true });
  if (below !== '' && entries.some(({ name }) => name === 'package.json')) return [];
  return entries.flatMap((entry) => {
    const [path, file] = [below + entry.name, join(folder, below, entry.name)];
    if (entry.isDirectory()) return skipped.test(path) ? [] : codeFiles(folder, `${path}/`);
    const isCode = entry.isFile() && extension.test(path) && statSync(file).size <= maxBytes;
    return isCode ? [{ path, text: readFileSync(file, 'utf8') }] : [];
  });
}

/** Whether the text names one of the files. The end of a path says enough, whatever the aliases. */
function namesOneOf(text: string, files: readonly CodeFile[]): boolean {
  const named = Array.from(text.matchAll(/['"]([^'"\n]*\/[^'"\n]+)['"]/g), ([, path = '']) => nameOf(path));
  return files.some(({ path }) => named.includes(nameOf(path)));
}

const nameOf = (path: string) => basename(path.replace(/(?:\/index)?(?:\.[cm]?[jt]sx?)?$/, ''));

const ofReact = /\bcomponentDidCatch\b|['"]react-error-boundary['"]/;
// Private folders have no routes.
const ofNext = /^(?:src\/)?app\/(?:(?![_.])[^/]+\/)*(?:global-)?error\.[jt]sx?$/;
const ofTests = /\.(?:test|spec|stories)\.|(?:^|\/)(?:__tests__|tests?|e2e)\//;

/** A team's own boundaries that do not ask Candor for the reference, nor does a file that they import. */
export function inspectScreens(files: readonly CodeFile[]): Finding[] {
  const asking = files.filter(({ text }) => /['"]candor\/screens['"]/.test(text));
  const boundaries = files.filter(({ path, text }) => ofNext.test(path) || (ofReact.test(text) && !ofTests.test(path)));
  const silent = boundaries.filter((file) => !asking.includes(file) && !namesOneOf(file.text, asking));
  const path = silent.map((file) => file.path).join(', ');
  const says = 'Visitors read no reference there, or only the digest of a server’s failure. These two lines show it:';
  const write = `import { useFailure } from 'candor/screens';\n<p>{useFailure(error).texts.reference}</p>`;
  return path === '' ? [] : [{ path, ...note(says), write }];
}

const fromPackage = /\bimport\s+(\w+)\s+from\s+['"](?!\.)[^'"\n]+['"][^]*\bexport\s+default\s+\1\b/;
const localized =
  /^(?:next-intl|next-international|next-i18next|@lingui\/react)$|^(?:src\/)?app\/(?:.*\/)?\[(?:locale|lang|language|lng)\]\//;

/** Whether `next.config` calls Candor, once, and with the languages of the application. */
export function* inspectConfig({ config, manifest }: Application, files: readonly CodeFile[]): Generator<Finding> {
  const { path, text } = config ?? { path: 'next.config', text: '' };
  const isThere = callsCandor.test(text);
  const unwrapped = 'It does not call withCandor, so a build has no hooks. `npx candor init` says how to wrap it.';
  const calling = files.filter((file) => callsCandor.test(file.text));
  if (!isThere && fromPackage.test(text))
    yield { path, ...note('It exports what a package has, which was not inspected.') };
  else if (!isThere && !namesOneOf(text, calling)) yield { path, says: unwrapped };
  const [, second] = text.matchAll(/\bwith(?:Candor|Policy)\s*\(/g);
  const twice = 'Take out one of the two calls. withCandor has the policy as its setting `policy`.';
  if (second) yield { path, line: text.slice(0, second.index).split('\n').length, says: twice };
  const names = [...Object.keys({ ...manifest.dependencies }), ...files.map((file) => file.path)];
  const write = `withCandor(nextConfig, { languages: ['en', 'de'] })`;
  if (isThere && !/\blanguages\b/.test(text) && names.some((name) => localized.test(name)))
    yield { path, ...note('The application has several languages. Name them to Candor, the default first:'), write };
}
