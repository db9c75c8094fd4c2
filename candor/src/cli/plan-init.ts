import { findFile, read, type Application } from '../application/read-application.js';
import { wrapConfig } from './code.js';
import { exampleFile, exampleLeft } from '../application/example.js';
import { isOfWizard } from './global-error.js';
import {
  callsCandor,
  clientInstrumentation,
  instrumentation,
  possibleHooks,
  tunnelOf,
  type Hook,
} from '../application/hooks.js';
import { inStyle } from '../application/in-style.js';
import { hasLanguageSegment, languagesOf } from './languages-of.js';
import { planProxy } from './matcher.js';
import { besideOwnHook, configOfSdk, ownBoundaries, publicDsn, sdkSetup } from './own-setup.js';
import { codeFiles } from './packages.js';
import { joined, type Leftover, type Plan } from '../application/plan.js';
import { isStaticExport, routeOfExport } from '../application/static-export.js';

/**
 * What `init` writes into an application, and what it leaves to a person. It writes nothing itself.
 * @param example whether it writes a page that fails on purpose, too
 */
export function planInit(application: Application, { example = false } = {}): Plan {
  const { folder } = application;
  const files = codeFiles(folder);
  const plan = joined([
    ...possibleHooks(application).map((hook) => planHook(application, hook)),
    planConfig(application, languagesOf(files)),
    planProxy(application),
    example ? planExample(application) : { changes: [], left: exampleLeft(application) },
    { changes: [], left: [...sdkSetup(application), ...configOfSdk(application)] },
    { changes: [], left: isStaticExport(application) ? routeOfExport(folder, tunnelOf(application)) : [] },
  ]);
  const said = new Set(plan.left.map(({ path }) => path));
  const replaced = new Set([...plan.changes.map(({ path }) => path), ...said]);
  const boundaries = ownBoundaries(files, replaced);
  return joined([plan, { changes: [], left: [...publicDsn(files, said), ...boundaries] }]);
}

const none: Plan = { changes: [], left: [] };

/** What is there stays: a second `init` writes what is missing. */
function planExample(application: Application): Plan {
  const { path, text } = exampleFile(application);
  if (read(application.folder, path) !== undefined) return none;
  return { changes: [{ path, before: undefined, after: text }], left: [] };
}

export const newConfig = `import { withCandor } from 'candor/config';\n\nexport default withCandor({});\n`;

/** The path of `next.config`, also where there is none yet. */
export const configPath = ({ config, isTypeScript, isModule }: Application) =>
  config?.path ?? (isTypeScript ? 'next.config.ts' : isModule ? 'next.config.js' : 'next.config.mjs');

function planConfig(application: Application, languages: readonly string[] | undefined): Plan {
  const { folder, config, sample } = application;
  const path = configPath(application);
  if (config === undefined)
    return { changes: [{ path, before: undefined, after: inStyle(newConfig, sample) }], left: [] };
  if (/\bwithCandor\b/.test(config.text) || isWrappedElsewhere(folder, config.text)) return none;
  const isLocalized = hasLanguageSegment(application);
  const known = isLocalized && languages !== undefined && languages.length > 1;
  const settings = known ? `{ languages: [${languages.map((tag) => `'${tag}'`).join(', ')}] }` : undefined;
  const importLine = (isCommonJs: boolean) =>
    isCommonJs ? `const { withCandor } = require('candor/config');` : `import { withCandor } from 'candor/config';`;
  const style = (text: string) => inStyle(text, config.text);
  const wrapped = wrapConfig(config.text, settings && style(settings), (isCommonJs) => style(importLine(isCommonJs)));
  const open: Leftover[] =
    isLocalized && !known
      ? [
          {
            path,
            says: 'Name your languages, the default first:',
            write: `withCandor(nextConfig, { languages: ['en', 'de'] })`,
          },
        ]
      : [];
  const by = (expression: string, isCommonJs: boolean) =>
    style(
      `${importLine(isCommonJs)}\n${isCommonJs ? 'module.exports =' : 'export default'} withCandor(${expression}${settings ? `, ${settings}` : ''});`,
    );
  if (wrapped === undefined) {
    const isCommonJs = /^module\.exports\b/m.test(config.text);
    const says = 'Wrap what it exports, whatever that is:';
    return { changes: [], left: [{ path, says, write: by('nextConfig', isCommonJs) }, ...open] };
  }
  const { text, line, expression, isCommonJs } = wrapped;
  const short = expression.includes('\n') ? expression.split('\n', 1)[0] + ' … ' : expression;
  const byHand = { line, says: 'Wrap what it exports:', write: by(short, isCommonJs) };
  return { changes: [{ path, before: config.text, after: text, byHand }], left: open };
}

/** In a file that it imports, one step away. */
function isWrappedElsewhere(folder: string, text: string): boolean {
  return Array.from(
    text.matchAll(/(?:\bfrom|\brequire\(|\bimport)\s*(['"])\.\/([\w./-]+)\1/g),
    ([, , name = '']) => name,
  ).some((name) => {
    const path = findFile(folder, name.replace(/\.[cm]?[jt]s$/, ''));
    return path !== undefined && /\bwithCandor\s*\(/.test(read(folder, path) ?? '');
  });
}

function planHook(application: Application, hook: Hook): Plan {
  const { folder, sources } = application;
  const { path, text, beside } = hook;
  const own = read(folder, path);
  const name = path.slice(0, path.lastIndexOf('.'));
  if (own === undefined) {
    const unread =
      sources !== '' && name === instrumentation(application) ? findFile(folder, 'instrumentation') : undefined;
    if (unread !== undefined)
      return {
        changes: [],
        left: [{ path: unread, says: `Next reads ${path} alone. Move this file to src/, then run this again.` }],
      };
    return { changes: [{ path, before: undefined, after: text }], left: [] };
  }
  if (callsCandor.test(own)) return none;
  if (name === instrumentation(application) || name === clientInstrumentation(application))
    return { changes: [], left: besideOwnHook(application, hook, own) };
  const wizard = name.endsWith('/global-error') && isOfWizard(own);
  if (wizard === 'unchanged') {
    const says = 'This screen of Sentry’s wizard shows no reference. Replace this file with:';
    return { changes: [{ path, before: own, after: text, byHand: { says, write: text.trimEnd() } }], left: [] };
  }
  if (wizard === 'changed') {
    const says = 'This screen of Sentry’s wizard hides the reference. These two lines show it, in place of NextError:';
    const write = `import { useFailure } from 'candor/screens';\n<p>{useFailure(error).texts.reference}</p>`;
    return { changes: [], left: [{ path, says, write }] };
  }
  return beside === undefined ? none : { changes: [], left: [{ path, says: beside }] };
}
