import { findFile, read, type Application } from '../application/read-application.js';
import { wrapConfig, wrapping } from './code.js';
import { callsCandor, hooksOf, type Hook } from '../application/hooks.js';
import { inStyle } from '../application/in-style.js';
import { isLocalized, languagesOf, nameLanguages } from './languages-of.js';
import { planProxy } from './matcher.js';
import { namesOneOf, ownBoundaries, referenceLines } from './own-boundaries.js';
import { besideOwnHook } from './own-instrumentation.js';
import { codeFiles, type CodeFile } from './code-files.js';
import { planOf, type Step } from '../application/plan.js';
import { configOfSdk, isOfWizard, publicDsn, sdkStarts } from './sdk-setup.js';

export function planInit(application: Application, files = codeFiles(application.folder)) {
  const { folder } = application;
  const config = planConfig(application, files);
  const steps = [
    ...hooksOf(application).flatMap((hook) => planHook(folder, hook)),
    ...config,
    ...planProxy(application),
    ...configOfSdk(application, config.find((step) => 'after' in step)?.after),
  ];
  const named = new Set(steps.map(({ path }) => path));
  const said = new Set(planOf(steps).left.map(({ path }) => path));
  const others = [...sdkStarts(application, said), ...publicDsn(files, said), ...ownBoundaries(files, named)];
  return planOf([...steps, ...others]);
}

export const newConfig = `import { withCandor } from 'candor/config';\n\nexport default withCandor({});\n`;

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
  const settings = tags.length > 1 ? `{ languages: [${tags.map((tag) => `'${tag}'`).join(', ')}] }` : undefined;
  const open = isPlural && settings === undefined ? [nameLanguages(path)] : [];
  const wrapped = wrapConfig(config.text, settings && inStyle(settings, config.text));
  const write = wrapping(config.text, wrapped?.expression ?? 'nextConfig', settings);
  const byHand = { says: 'Wrap what it exports:', write };
  if (wrapped === undefined) return [{ path, ...byHand }, ...open];
  const { text, line } = wrapped;
  return [{ path, before: config.text, after: text, byHand: { line, ...byHand } }, ...open];
}

function planHook(folder: string, hook: Hook): Step[] {
  const { path, text, beside } = hook;
  const own = read(folder, path);
  if (own === undefined) {
    const unread = /^src\/instrumentation\.\w+$/.test(path) && findFile(folder, 'instrumentation');
    const says = `Next reads only ${path}. Move this file to src/, then run this again.`;
    return unread ? [{ path: unread, says }] : [{ path, before: undefined, after: text }];
  }
  if (callsCandor.test(own)) return [];
  if (/^(?:src\/)?instrumentation(?:-client)?\.\w+$/.test(path)) return besideOwnHook(hook, own);
  const wizard = /\/global-error\.\w+$/.test(path) && isOfWizard(own);
  if (wizard === 'unchanged') {
    const says = 'This screen of Sentry’s wizard shows no reference. Replace this file with:';
    return [{ path, before: own, after: text, byHand: { says, write: text.trimEnd() } }];
  }
  const says = 'This screen of Sentry’s wizard hides the reference. These two lines show it, in place of NextError:';
  if (wizard === 'changed') return [{ path, says, write: referenceLines }];
  return beside === undefined ? [] : [{ path, says: beside }];
}
