import { findFile, read, type Application } from './application.js';
import { addToClient, addToInstrumentation, ownTransitionStart } from './edits/instrumentation.js';
import { wrappedElsewhere } from './edits/imported-config.js';
import { letThrough } from './edits/matcher.js';
import { NotUnderstood, wrapConfig } from './edits/next-config.js';
import { exampleFiles, exampleLeft } from './example.js';
import { callsCandor, clientInstrumentation, instrumentation, possibleHooks, tunnelOf, type Hook } from './hooks.js';
import { otherReporters } from './other-reporters.js';
import { joined, nothing, type Plan } from './plan.js';
import { planSdkOptions } from './sdk-options.js';
import { isStaticExport, routeOfExport } from './static-export.js';
import { inStyle, type Style } from './style.js';

/**
 * What `init` writes into an application, and what it leaves to a person. It writes nothing itself.
 * @param example whether it writes a page that fails on purpose, too
 */
export function planInit(application: Application, { example = false } = {}): Plan {
  const { folder, sources } = application;
  const proxy = findFile(folder, `${sources}proxy`) ?? findFile(folder, `${sources}middleware`);
  return joined([
    ...possibleHooks(application).map((hook) => planHook(application, hook)),
    planConfig(application),
    planProxy(folder, proxy, tunnelOf(application)),
    example ? planExample(application) : { changes: [], left: exampleLeft(application) },
    planSdkOptions(application),
    { changes: [], left: otherReporters(application) },
    { changes: [], left: isStaticExport(application) ? routeOfExport(folder, tunnelOf(application)) : [] },
  ]);
}

function planConfig({ folder, config, style, isTypeScript, isModule }: Application): Plan {
  const path = config?.path ?? (isTypeScript ? 'next.config.ts' : isModule ? 'next.config.js' : 'next.config.mjs');
  const byHand = {
    says: 'Wrap what it exports:',
    write: inStyle(`import { withCandor } from 'candor/config';\n\nexport default withCandor(nextConfig);`, style),
  };
  const change = (text: string | undefined) => {
    if (text === undefined) return newConfig(style);
    const elsewhere = callsCandor.test(text) ? undefined : wrappedElsewhere(folder, path, text);
    if (elsewhere === 'unseen')
      throw new NotUnderstood('It exports what it imports, which was not read. If withCandor is not called there:', {
        isOptional: true,
      });
    return elsewhere === undefined ? wrapConfig(text) : text;
  };
  return edited(folder, path, change, byHand);
}

/** What is there stays: a second `init` writes what is missing. */
function planExample(application: Application): Plan {
  const missing = exampleFiles(application).filter(({ path }) => read(application.folder, path) === undefined);
  return { changes: missing.map(({ path, text }) => ({ path, before: undefined, after: text })), left: [] };
}

const newConfig = (style: Style) =>
  inStyle(`import { withCandor } from 'candor/config';\n\nexport default withCandor({});\n`, style);

function planHook(application: Application, { path, text, beside }: Hook): Plan {
  const { folder, style } = application;
  const own = read(folder, path);
  if (own === undefined) return { changes: [{ path, before: undefined, after: text }], left: [] };
  if (callsCandor.test(own)) return nothing;
  const name = path.slice(0, path.lastIndexOf('.'));
  if (name === instrumentation(application)) {
    return edited(folder, path, (before = '') => addToInstrumentation(before), {
      says: 'Start Candor first, and hand it the requests that fail:',
      write: inStyle(handWritten, style),
    });
  }
  if (name === clientInstrumentation(application)) {
    const added = edited(folder, path, (before = '') => addToClient(before), {
      says: 'Add this line:',
      write: text.trimEnd(),
    });
    const hiding = added.changes.length > 0 ? ownTransitionStart(own) : undefined;
    return hiding ? joined([added, { changes: [], left: [{ path, ...hiding }] }]) : added;
  }
  return beside === undefined ? nothing : { changes: [], left: [{ path, says: beside }] };
}

const handWritten = `import { onRequestError as reportToCandor, register as startCandor } from 'candor/instrumentation';

export async function register() {
  await startCandor();
  // yours
}

export const onRequestError: typeof reportToCandor = async (...args) => {
  await reportToCandor(...args);
  // yours
};`;

function planProxy(folder: string, path: string | undefined, tunnel: string): Plan {
  if (path === undefined || read(folder, path)?.includes(`/${tunnel}`)) return nothing;
  return edited(folder, path, (before = '') => letThrough(before, tunnel));
}

/** One file changed by a function that may not understand it, in which case a person is told what to do. */
function edited(
  folder: string,
  path: string,
  change: (before: string | undefined) => string,
  byHand: { says: string; write?: string } = { says: '' },
): Plan {
  const before = read(folder, path);
  try {
    if (before?.includes('\uFFFD')) throw new NotUnderstood('It is not UTF-8, so it stays as it is.');
    const after = change(before);
    return after === before ? nothing : { changes: [{ path, before, after }], left: [] };
  } catch (error) {
    if (error instanceof NotUnderstood) {
      const { isAdvice, ...more } = error.more;
      const todo = isAdvice ? { says: error.message } : { ...byHand, says: `${error.message} ${byHand.says}`.trim() };
      return { changes: [], left: [{ path, ...todo, ...more }] };
    }
    if (!(error instanceof SyntaxError)) throw error;
    const { line } = (error as SyntaxError & { loc?: { line: number } }).loc ?? {};
    return { changes: [], left: [{ path, ...(line && { line }), says: `It cannot be read: ${error.message}.` }] };
  }
}
