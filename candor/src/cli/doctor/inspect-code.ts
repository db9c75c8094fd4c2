import { callsCandor } from '../../application/hooks.js';
import type { Application } from '../../application/read-application.js';
import { ownBoundaries, namesOneOf } from '../own-setup.js';
import type { CodeFile } from '../packages.js';
import { note, type Finding } from './finding.js';

/** A team's own boundaries that show no reference. */
export const inspectScreens = (files: readonly CodeFile[]): Finding[] =>
  ownBoundaries(files).map(({ path, says, write }) => ({ path, ...note(says), ...(write && { write }) }));

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
