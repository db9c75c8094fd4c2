import type { Hook } from '../application/hooks.js';
import { inStyle } from '../application/in-style.js';
import type { Leftover } from '../application/plan.js';
import { lineWith, withoutComments } from './code.js';
import { isOnlySdk, optionsToKeep } from './sdk-setup.js';
import { guide } from './show.js';

const start = `  await (await import('candor/instrumentation')).register();`;

/** By the team's export, forms of its line. */
const forms: Record<string, [form: RegExp, says: string, write?: (line: string) => string][]> = {
  register: [
    [/\basync\b.*\{\s*$/, 'Start Candor first. Add below this line:', () => start],
    [
      /^export function register\(\)(?::\s*void)?\s*\{\s*$/,
      'Start Candor first; Next waits for an async register. Replace this line with:',
      (line) => `${line.replace('function', 'async function').replace(/:\s*void/, ': Promise<void>')}\n${start}`,
    ],
  ],
  onRequestError: [
    [
      /=\s*Sentry\.captureRequestError;?\s*$/,
      'Candor reports these. Replace this line with:',
      () => `export { onRequestError } from 'candor/instrumentation';`,
    ],
  ],
  onRouterTransitionStart: [[/=\s*Sentry\.\w+;?\s*$/, 'This hides Candor’s. Delete this line.']],
};

export function besideOwnHook({ path, text: ours }: Hook, text: string): Leftover[] {
  if (isOnlySdk(text)) {
    const options = optionsToKeep(text);
    const keep = options && ` ${guide}#a-sentryinit-of-your-own says how to keep ${options}.`;
    return [{ path, says: `It starts the SDK without Candor.${keep} Replace this file with:`, write: ours.trimEnd() }];
  }
  const isServer = !path.includes('instrumentation-client');
  const isExported = (name: string) =>
    new RegExp(
      `^export\\s*(?:(?:async )?(?:function|const) ${name}\\b|\\{[^}]*\\b${name}\\b${isServer ? '|\\*' : ''})`,
      'm',
    ).test(withoutComments(text));
  const names = isServer ? ['onRequestError', 'register'] : ['onRouterTransitionStart'];
  const missing = isServer ? names.filter((name) => !isExported(name)) : names;
  const some = inStyle(`export { ${missing.join(', ')} } from 'candor/instrumentation';`, text);
  const write = missing.length === names.length ? ours.trimEnd() : some;
  return [
    ...(missing.length > 0 ? [{ path, says: 'Add at the top:', write }] : []),
    ...names.filter(isExported).map((name) => besideExport(path, text, name)),
  ];
}

function besideExport(path: string, text: string, name: string): Leftover {
  const found = lineWith(text, new RegExp(`^export (?:async )?(?:function|const) ${name}\\b.*$`, 'm'));
  const [, says = `Call Candor’s ${name} first in yours: ${guide}#files-that-you-already-have`, write] =
    forms[name]!.find(([form]) => found && form.test(found.text)) ?? [];
  return {
    path,
    ...(found && { line: found.line }),
    says,
    ...(write && { write: inStyle(write(found!.text.trimEnd()), text) }),
  };
}
