import { callsCandor } from '../../application/hooks.js';
import { lineOf } from '../../application/plan.js';
import type { Application } from '../../application/read-application.js';
import type { CodeFile } from '../code-files.js';
import { isLocalized, nameLanguages } from '../languages-of.js';
import { namesOneOf } from '../own-boundaries.js';
import { note, type Finding } from './finding.js';

const fromPackage = /\bimport\s+(\w+)\s+from\s+['"](?!\.)[^'"\n]+['"][^]*\bexport\s+default\s+\1\b/;

/** Whether `next.config` calls Candor, once, and with the languages of the application. */
export function* inspectConfig(application: Application, files: readonly CodeFile[]): Generator<Finding> {
  const { path, text } = application.config ?? { path: 'next.config', text: '' };
  const isThere = callsCandor.test(text);
  const unwrapped = 'It does not call withCandor, so a build has no hooks. `npx candor init` says how to wrap it.';
  const calling = files.filter((file) => callsCandor.test(file.text));
  if (!isThere && fromPackage.test(text))
    yield { path, ...note('It exports what a package has, which was not inspected.') };
  else if (!isThere && !namesOneOf(text, calling)) yield { path, says: unwrapped };
  const [, second] = text.matchAll(/\bwith(?:Candor|Policy)\s*\(/g);
  const twice = 'Take out one of the two calls. withCandor has the policy as its setting `policy`.';
  if (second) yield { path, line: lineOf(text, second.index), says: twice };
  if (isThere && !/\blanguages\b/.test(text) && isLocalized(application, files))
    yield { ...nameLanguages(path), isOptional: true };
}
