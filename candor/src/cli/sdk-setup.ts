import { doubledStarts } from '../build/check-hooks.js';
import { withoutStyle } from '../application/in-style.js';
import { lineOf, type Leftover } from '../application/plan.js';
import { read, type Application } from '../application/read-application.js';
import { closing, lineWith, mask, maxLength, withoutComments } from './code.js';
import type { CodeFile } from './code-files.js';
import { sdkMajor } from './packages.js';
import { guide } from './show.js';

/** Starts of the SDK past Candor, in files that nothing else is said about. */
export function sdkStarts(application: Application, said: ReadonlySet<string>): Leftover[] {
  const starts = doubledStarts(application).filter(({ path }) => !said.has(path));
  return starts.map(({ path, says }) => {
    const text = read(application.folder, path) ?? '';
    const options = optionsToKeep(text);
    if (options) return { path, says: `${says} Export ${options} instead, as in ${guide}#a-sentryinit-of-your-own` };
    if (isOnlySdk(text)) return { path, says: 'Its init bypasses Candor. Delete this file.' };
    return { path, line: lineOf(text, text.search(/\binit\(/)), says };
  });
}

/** @param text what `next.config` becomes */
export function configOfSdk(application: Application, text = application.config?.text ?? ''): Leftover[] {
  const path = application.config?.path ?? '';
  const tunnel = lineWith(text, /^[ \t]*tunnelRoute:.*,[ \t]*$/m);
  const moved = lineWith(text, /^import \{ ?withSentryConfig ?\} from (['"])@sentry\/nextjs\1.*$/m);
  const left: Leftover[] = [];
  if (tunnel) left.push({ path, line: tunnel.line, says: 'Candor has a tunnel. Delete this line.' });
  if (moved && sdkMajor(application) > 10)
    left.push({
      path,
      line: moved.line,
      says: 'Version 11 of the SDK moved it. Replace this line with:',
      write: moved.text.replace('@sentry/nextjs', '@sentry/nextjs/config').trimEnd(),
    });
  return left;
}

const features = {
  replay: /\breplay(?:Integration|sSessionSampleRate|sOnErrorSampleRate)\b/,
  tracing: /\btraces(?:SampleRate|Sampler)\b/,
  logs: /\benableLogs\b|\bSentry\.logger\b|\bconsoleLoggingIntegration\b/,
  profiling: /\bprofil(?:esSampleRate|eSessionSampleRate|ingIntegration)\b/,
  'the feedback widget': /\bfeedbackIntegration\b/,
};

/** Features of the SDK that the team uses, and that end with Candor. */
export function lossesIn(files: readonly CodeFile[]): string[] {
  const texts = files.filter(({ text }) => text.includes('@sentry/')).map(({ text }) => withoutComments(text));
  return Object.entries(features).flatMap(([name, use]) => (texts.some((text) => use.test(text)) ? name : []));
}

const onlySdk =
  /^(?:import[\w*{},]+from@sentry\/nextjs|exportconstonRequestError=Sentry\.captureRequestError|exportconstonRouterTransitionStart=Sentry\.captureRouterTransitionStart|export(?:async)?functionregister\(\)\{(?:if\(process\.env\.NEXT_RUNTIME===?\w+\)|awaitimport\([./]+sentry\.(?:server|edge)\.config\)|[{}])*)+$/;

/** Whether a file only starts the SDK, as its wizard writes it. */
export function isOnlySdk(whole: string): boolean {
  if (!whole.includes('@sentry/') || whole.length > maxLength) return false;
  const text = withoutComments(whole);
  const masked = mask(text);
  let rest = '';
  let from = 0;
  for (const { 0: setup, index } of masked.matchAll(/\bSentry\.init\(|^const \w+[^=\n]*=\s*\{/gm)) {
    if (index < from) continue;
    const end = closing(masked, index + setup.length - 1);
    if (end < 0) return false;
    rest += text.slice(from, index);
    from = end + 1;
  }
  return onlySdk.test(withoutStyle(rest + text.slice(from)));
}

// What @sentry/wizard writes, after `withoutStyle`.
const ofWizard =
  /^useclient(?:import\*asSentryfrom@sentry\/nextjs|import(?:NextError|Error)fromnext\/error|import\{useEffect\}fromreact)*exportdefaultfunctionGlobalError\(\{error,?\}(?::\{error:Error(?:&\{digest\?:string\})?\})?\)\{useEffect\(\(\)=>\{Sentry\.captureException\(error\)\},\[error\]\)return\(?<html(?:lang=\w+)?><body>(?:\{\})?<NextErrorstatusCode=\{0\}\/><\/body><\/html>\)?\}$/;

/** Whether a `global-error` comes from Sentry's wizard: it shows visitors a page without a reference. */
export function isOfWizard(text: string): 'unchanged' | 'changed' | false {
  if (ofWizard.test(withoutStyle(withoutComments(text)))) return 'unchanged';
  return /Sentry\.captureException\(/.test(text) && /<NextError\s+statusCode=\{0\}/.test(text) ? 'changed' : false;
}

export const optionsToKeep = (text: string) =>
  ['ignoreErrors', 'beforeSend', 'release']
    .filter((name) => new RegExp(`^\\s*${name}\\b[:(,]`, 'm').test(withoutComments(text)))
    .join(', ');

export const ofTests = /\.(?:test|spec|stories)\.|(?:^|\/)(?:__tests__|tests?|e2e)\//;

export function publicDsn(files: readonly CodeFile[], said: ReadonlySet<string> = new Set()): Leftover[] {
  return files.flatMap(({ path, text }): Leftover[] => {
    const found = lineWith(text, /^(?!\s*(?:#|\/\/|\*)).*\bNEXT_PUBLIC_SENTRY_DSN\b.*$/m);
    if (found === undefined || said.has(path) || ofTests.test(path)) return [];
    const { line } = found;
    if (!path.includes('.env')) return [{ path, line, says: 'Browsers need no DSN. Take this out.' }];
    if (/^SENTRY_DSN=/m.test(text)) return [{ path, line, says: 'Browsers need no DSN. Delete this line.' }];
    const says = 'The server reads it when it starts, and browsers need none. Replace this line with:';
    return [{ path, line, says, write: found.text.trim().replace('NEXT_PUBLIC_', '') }];
  });
}
