import { findFile, read, type Application } from '../application/read-application.js';
import { wrapConfig } from './code.js';
import { exampleFile, exampleLeft } from '../application/example.js';
import { isOfWizard } from './global-error.js';
import { callsCandor, clientInstrumentation, hooksOf, instrumentation, type Hook } from '../application/hooks.js';
import { inStyle } from '../application/in-style.js';
import { isLocalized, languagesOf, nameLanguages } from './languages-of.js';
import { planProxy } from './matcher.js';
import { namesOneOf, ownBoundaries, referenceLines } from './own-boundaries.js';
import { besideOwnHook } from './own-instrumentation.js';
import { codeFiles, type CodeFile } from './code-files.js';
import { planOf, type Change, type Step } from '../application/plan.js';
import { configOfSdk, publicDsn, sdkStarts } from './sdk-setup.js';

/**
 * What `init` writes into an application, and what it leaves to a person. It writes nothing itself.
 * @param example whether it writes a page that fails on purpose, too
 */
export function planInit(application: Application, { example = false, files = codeFiles(application.folder) } = {}) {
  const { folder } = application;
  const config = planConfig(application, files);
  const steps = [
    ...hooksOf(application).flatMap((hook) => planHook(application, hook)),
    ...config,
    ...planProxy(application),
    ...(example ? writeMissing(folder, exampleFile(application)) : exampleLeft(application)),
    ...configOfSdk(application, config.find((step) => 'after' in step)?.after),
  ];
  const named = new Set(steps.map(({ path }) => path));
  const said = new Set(planOf(steps).left.map(({ path }) => path));
  const others = [...sdkStarts(application, said), ...publicDsn(files, said), ...ownBoundaries(files, named)];
  return planOf([...steps, ...others]);
}

/** What is there stays: a second `init` writes what is missing. */
const writeMissing = (folder: string, { path, text }: { path: string; text: string }): Change[] =>
  read(folder, path) === undefined ? [{ path, before: undefined, after: text }] : [];

export const newConfig = `import { withCandor } from 'candor/config';\n\nexport default withCandor({});\n`;

/** The path of `next.config`, also where there is none yet. */
export const configPath = ({ config, isTypeScript, isModule }: Application) =>
  config?.path ?? (isTypeScript ? 'next.config.ts' : isModule ? 'next.config.js' : 'next.config.mjs');

function planConfig(application: Application, files: readonly CodeFile[]): Step[] {
  const { config, sample } = application;
  const path = configPath(application);
  if (config === undefined) return [{ path, before: undefined, after: inStyle(newConfig, sample) }];
  const calling = files.filter(({ text }) => /\bwithCandor\b/.test(text));
  if (calling.some((file) => file.path === path) || namesOneOf(config.text, calling)) return [];
  const isPlural = isLocalized(application, files);
  const tags = (isPlural && languagesOf(files)) || [];
  const style = (text: string) => inStyle(text, config.text);
  const settings = tags.length > 1 ? style(`{ languages: [${tags.map((tag) => `'${tag}'`).join(', ')}] }`) : undefined;
  const importLine = (isCommonJs: boolean) =>
    style(
      isCommonJs ? `const { withCandor } = require('candor/config');` : `import { withCandor } from 'candor/config';`,
    );
  const open = isPlural && settings === undefined ? [nameLanguages(path)] : [];
  const wrapping = (expression: string, isCommonJs: boolean) =>
    `${importLine(isCommonJs)}\n${isCommonJs ? 'module.exports =' : 'export default'} withCandor(${expression}${settings ? `, ${settings}` : ''})${style(';')}`;
  const wrapped = wrapConfig(config.text, settings, importLine);
  if (wrapped === undefined) {
    const write = wrapping('nextConfig', /^module\.exports\b/m.test(config.text));
    return [{ path, says: 'Wrap what it exports, whatever that is:', write }, ...open];
  }
  const { text, line, expression, isCommonJs } = wrapped;
  const short = expression.includes('\n') ? `${expression.split('\n', 1)[0]} … ` : expression;
  const byHand = { line, says: 'Wrap what it exports:', write: wrapping(short, isCommonJs) };
  return [{ path, before: config.text, after: text, byHand }, ...open];
}

function planHook(application: Application, hook: Hook): Step[] {
  const { folder } = application;
  const { path, text, beside } = hook;
  const own = read(folder, path);
  const name = path.slice(0, path.lastIndexOf('.'));
  if (own === undefined) {
    const unread = name === instrumentation(application) && findFile(folder, 'instrumentation');
    const says = `Next reads ${path} alone. Move this file to src/, then run this again.`;
    return unread ? [{ path: unread, says }] : writeMissing(folder, hook);
  }
  if (callsCandor.test(own)) return [];
  if (name === instrumentation(application) || name === clientInstrumentation(application))
    return besideOwnHook(application, hook, own);
  const wizard = name.endsWith('/global-error') && isOfWizard(own);
  if (wizard === 'unchanged') {
    const says = 'This screen of Sentry’s wizard shows no reference. Replace this file with:';
    return [{ path, before: own, after: text, byHand: { says, write: text.trimEnd() } }];
  }
  const says = 'This screen of Sentry’s wizard hides the reference. These two lines show it, in place of NextError:';
  if (wizard === 'changed') return [{ path, says, write: referenceLines }];
  return beside === undefined ? [] : [{ path, says: beside }];
}
