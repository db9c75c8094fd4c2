import { basename } from 'node:path';
import { findFile, read, type Application } from '../application/read-application.js';
import { inStyle } from '../application/in-style.js';
import { closing, mask, withoutComments } from './code.js';
import { instrumentation, type Hook } from '../application/hooks.js';
import { sdkMajor, type CodeFile } from './packages.js';
import { lineOf, type Leftover } from '../application/plan.js';

/** It comes with the package. */
export const guide = 'node_modules/candor/README.md';
const startCandor = `await (await import('candor/instrumentation')).register();`;
const reexport = `export { onRequestError } from 'candor/instrumentation';`;

/** What to do in a file for instrumentation of the team's own, which does not call Candor yet. */
export function besideOwnHook(application: Application, { path, text: ours }: Hook, text: string): Leftover[] {
  const name = path.slice(0, path.lastIndexOf('.'));
  if (isOnlySdk(text)) {
    const options = optionsToKeep(text);
    const keep = options && ` ${guide}#a-sentryinit-of-your-own says how to keep ${options}.`;
    return [{ path, says: `This starts the SDK past Candor.${keep} Replace this file with:`, write: ours.trimEnd() }];
  }
  const inits: Leftover[] = Array.from(mask(text).matchAll(/\bSentry\.init\(/g), ({ index }) => ({
    path,
    line: lineOf(text, index),
    says: 'This init sends past Candor. Take it out.',
  }));
  const isServer = name === instrumentation(application);
  const left = isServer ? besideServer(path, text, ours) : besideClient(path, text, ours);
  return [...left, ...inits].map(({ write, ...one }) => (write ? { ...one, write: inStyle(write, text) } : one));
}

function besideServer(path: string, text: string, ours: string): Leftover[] {
  const register = lineWith(text, /^export (?:async )?(?:function register\b|const register\b).*$/m);
  const onError = lineWith(text, /^export (?:async )?(?:function onRequestError\b|const onRequestError\b).*$/m);
  const isElsewhere = (name: string) =>
    new RegExp(`^export\\s*(?:\\{[^}]*\\b${name}\\b|\\*)`, 'm').test(withoutComments(text));
  const more = `${guide}#files-that-you-already-have`;
  if (!register && !onError && !isElsewhere('register'))
    return [{ path, says: 'Add at the top:', write: ours.trimEnd() }];
  const left: Leftover[] = [];
  if (register === undefined && !isElsewhere('register'))
    left.push({ path, says: 'Add at the top:', write: `export { register } from 'candor/instrumentation';` });
  else if (register === undefined)
    left.push({ path, says: `Call Candor’s register at the beginning of yours: ${more}` });
  else if (/\basync\b/.test(register.text) && /\{\s*$/.test(register.text))
    left.push({
      path,
      line: register.line,
      says: 'Start Candor first. Add below this line:',
      write: `  ${startCandor}`,
    });
  else if (/^export function register\(\)(?::\s*void)?\s*\{\s*$/.test(register.text)) {
    const line = register.text.replace('function', 'async function').replace(/:\s*void/, ': Promise<void>');
    const says = 'Start Candor first; Next waits for an async register. Replace this line with:';
    left.push({ path, line: register.line, says, write: `${line.trimEnd()}\n  ${startCandor}` });
  } else left.push({ path, line: register.line, says: `Call Candor’s register at its beginning: ${more}` });

  if (onError === undefined && !isElsewhere('onRequestError'))
    left.push({ path, says: 'Add at the top:', write: reexport });
  else if (onError && /=\s*Sentry\.captureRequestError;?\s*$/.test(onError.text))
    left.push({ path, line: onError.line, says: 'Candor reports these. Replace this line with:', write: reexport });
  else
    left.push({ path, ...(onError && { line: onError.line }), says: `Call Candor’s onRequestError in yours: ${more}` });
  return left;
}

function besideClient(path: string, text: string, ours: string): Leftover[] {
  const transition = lineWith(text, /^export (?:const|function|async function) onRouterTransitionStart\b.*$/m);
  const isOfSdk = transition && /=\s*Sentry\.\w+;?\s*$/.test(transition.text);
  return [
    { path, says: 'Add at the top:', write: ours.trimEnd() },
    ...(transition
      ? [
          {
            path,
            line: transition.line,
            says: isOfSdk
              ? 'This hides Candor’s. Delete this line.'
              : `This hides Candor’s. Call that in yours: ${guide}#files-that-you-already-have`,
          },
        ]
      : []),
  ];
}

const optionFiles = ['sentry.server.config', 'sentry.edge.config', 'sentry.client.config'];

/** What else of an SDK's setup goes past Candor. */
export function sdkSetup({ folder, sources }: Application): Leftover[] {
  return optionFiles.flatMap((name): Leftover[] => {
    const path = findFile(folder, name) ?? findFile(folder, sources + name);
    const text = path === undefined ? '' : (read(folder, path) ?? '');
    if (path === undefined || !/\binit\(/.test(withoutComments(text)) || !text.includes('@sentry/')) return [];
    const options = optionsToKeep(text);
    return options || !isOnlySdk(text)
      ? [
          {
            path,
            says: `Its init sends past Candor: export ${options || 'its options'} instead, as in ${guide}#a-sentryinit-of-your-own`,
          },
        ]
      : [{ path, says: 'Its init sends past Candor. Delete this file.' }];
  });
}

/** What of `withSentryConfig` is Candor's, or does not work with the SDK's version. */
export function configOfSdk(application: Application): Leftover[] {
  const { config } = application;
  const tunnel = config && lineWith(config.text, /^[ \t]*tunnelRoute:.*,[ \t]*$/m);
  const moved = config && lineWith(config.text, /^import \{ ?withSentryConfig ?\} from (['"])@sentry\/nextjs\1.*$/m);
  return [
    ...(tunnel ? [{ path: config.path, line: tunnel.line, says: 'Candor has a tunnel. Delete this line.' }] : []),
    ...(moved && sdkMajor(application) > 10
      ? [
          {
            path: config.path,
            line: moved.line,
            says: 'Version 11 of the SDK has it elsewhere. Replace this line with:',
            write: moved.text.replace('@sentry/nextjs', '@sentry/nextjs/config').trimEnd(),
          },
        ]
      : []),
  ];
}

/** What of the SDK ends with Candor, as far as the team uses it. */
export function lossesIn(texts: readonly string[]): string[] {
  const features = {
    replay: /\breplay(?:Integration|sSessionSampleRate|sOnErrorSampleRate)\b/,
    tracing: /\btraces(?:SampleRate|Sampler)\b/,
    logs: /\benableLogs\b|\bSentry\.logger\b|\bconsoleLoggingIntegration\b/,
    profiling: /\bprofil(?:esSampleRate|eSessionSampleRate|ingIntegration)\b/,
    'the feedback widget': /\bfeedbackIntegration\b/,
  };
  const all = texts
    .filter((text) => /@sentry\//.test(text))
    .map(withoutComments)
    .join('\n');
  return Object.entries(features).flatMap(([name, pattern]) => (pattern.test(all) ? name : []));
}

/** Whether a file does nothing but to start the SDK, as its wizard writes it. */
function isOnlySdk(whole: string): boolean {
  if (!whole.includes('@sentry/') || whole.length > 64_000) return false;
  let text = withoutComments(whole).replaceAll(/^import\b.*from\s*['"]@sentry\/nextjs['"];?/gm, '');
  for (const [, name] of text.matchAll(/Sentry\.init\((\w+)\)/g))
    text = cut(text, new RegExp(`^const ${name}\\b[^=]*=\\s*(?=\\{)`, 'm'));
  for (let before = ''; before !== text;) [before, text] = [text, cut(text, /\bSentry\.init(?=\()/)];
  const rest = text
    .replaceAll(/^export const (?:onRequestError|onRouterTransitionStart) = Sentry\.\w+;?/gm, '')
    .replaceAll(/if\s*\(\s*process\.env\.NEXT_RUNTIME\s*===?\s*['"]\w+['"]\s*\)/g, '')
    .replaceAll(/await import\(\s*['"][./]+sentry\.(?:server|edge)\.config['"]\s*\)/g, '')
    .replace(/export (?:async )?function register\(\)/, '');
  return /^[\s;{}]*$/.test(rest) && rest !== whole;
}

/** Takes out what a pattern finds, with the brackets that begin there. */
function cut(text: string, pattern: RegExp): string {
  const found = pattern.exec(text);
  if (found === null) return text;
  const end = closing(mask(text), found.index + found[0].length);
  return end < 0 ? text : text.slice(0, found.index) + text.slice(end + 1);
}

const optionsToKeep = (text: string) =>
  ['ignoreErrors', 'beforeSend', 'release']
    .filter((name) => new RegExp(`^\\s*${name}\\b[:(,]`, 'm').test(withoutComments(text)))
    .join(', ');

function lineWith(text: string, pattern: RegExp): { line: number; text: string } | undefined {
  const found = pattern.exec(text);
  return found === null ? undefined : { line: lineOf(text, found.index), text: found[0] };
}

const ofTests = /\.(?:test|spec|stories)\.|(?:^|\/)(?:__tests__|tests?|e2e)\//;

/** A DSN that browsers are given: they need none. */
export function publicDsn(files: readonly CodeFile[], said: ReadonlySet<string> = new Set()): Leftover[] {
  return files.flatMap(({ path, text }): Leftover[] => {
    const found =
      said.has(path) || ofTests.test(path)
        ? undefined
        : lineWith(text, /^(?!\s*(?:#|\/\/|\*)).*\bNEXT_PUBLIC_SENTRY_DSN\b.*$/m);
    if (found === undefined) return [];
    if (!path.includes('.env')) return [{ path, line: found.line, says: 'Browsers need no DSN. Take this out.' }];
    const says = /^SENTRY_DSN=/m.test(text)
      ? 'Browsers need no DSN. Delete this line.'
      : 'The server reads it when it starts, and browsers need none. Replace this line with:';
    return [
      {
        path,
        line: found.line,
        says,
        ...(says.endsWith(':') && { write: found.text.trim().replace('NEXT_PUBLIC_', '') }),
      },
    ];
  });
}

const ofReact = /\bcomponentDidCatch\b|['"]react-error-boundary['"]/;
// Private folders have no routes.
const ofNext = /^(?:src\/)?app\/(?:(?![_.])[^/]+\/)*(?:global-)?error\.[jt]sx?$/;

/** Boundaries of the team's that do not ask Candor for the reference, nor does a file that they import: what they catch is reported. */
export function ownBoundaries(files: readonly CodeFile[], known: ReadonlySet<string> = new Set()): Leftover[] {
  const asking = files.filter(({ text }) => /['"]candor\/screens['"]/.test(text));
  const boundaries = files.filter(({ path, text }) => ofNext.test(path) || (ofReact.test(text) && !ofTests.test(path)));
  const [first, ...others] = boundaries.filter(
    (file) => !known.has(file.path) && !asking.includes(file) && !namesOneOf(file.text, asking),
  );
  if (first === undefined) return [];
  const named = others.slice(0, 4).map(({ path }) => path);
  const more = others.length > 4 ? ` and ${others.length - 4} more` : '';
  const same = others.length > 0 ? ` The same for ${named.join(', ')}${more}.` : '';
  const says = `Its failures are reported, but visitors see no reference; these two lines show it.${same}`;
  const write = `import { useFailure } from 'candor/screens';\n<p>{useFailure(error).texts.reference}</p>`;
  return [{ path: first.path, says, write, isOptional: true }];
}

/** Whether the text names one of the files. The end of a path says enough, whatever the aliases. */
export function namesOneOf(text: string, files: readonly CodeFile[]): boolean {
  const named = Array.from(text.matchAll(/['"]([^'"\n]*\/[^'"\n]+)['"]/g), ([, path = '']) => nameOf(path));
  return files.some(({ path }) => named.includes(nameOf(path)));
}

const nameOf = (path: string) => basename(path.replace(/(?:\/index)?(?:\.[cm]?[jt]sx?)?$/, ''));
