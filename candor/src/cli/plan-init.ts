import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findFile, read, type Application } from './application.js';
import { addToClient, addToInstrumentation, ownTransitionStart } from './edits/instrumentation.js';
import { letThrough } from './edits/matcher.js';
import { NotUnderstood, wrapConfig } from './edits/next-config.js';
import { callsCandor, clientInstrumentation, hooksOf, instrumentation, type Hook } from './hooks.js';
import { otherReporters } from './other-reporters.js';
import { joined, nothing, type Leftover, type Plan } from './plan.js';
import { inStyle, type Style } from './style.js';

export const ignoredFolder = '.outbox/';

/** What `init` writes into an application, and what it leaves to a person. It writes nothing itself. */
export function planInit(application: Application): Plan {
  const { folder, sources, style, isTypeScript, isModule } = application;
  const name =
    findFile(folder, 'next.config') ??
    (isTypeScript ? 'next.config.ts' : isModule ? 'next.config.js' : 'next.config.mjs');
  return joined([
    ...hooksOf(application).map((hook) => planHook(application, hook)),
    edited(folder, name, (text) => (text === undefined ? newConfig(style) : wrapConfig(text)), {
      says: 'Wrap what it exports:',
      write: inStyle(`import { withCandor } from 'candor/config';\n\nexport default withCandor(nextConfig);`, style),
    }),
    edited(folder, '.gitignore', (text = '') => withLine(text, ignoredFolder)),
    planProxy(folder, findFile(folder, `${sources}proxy`) ?? findFile(folder, `${sources}middleware`)),
    { changes: [], left: [...otherReporters(application), ...platformIn(folder)] },
  ]);
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

function planProxy(folder: string, path: string | undefined): Plan {
  if (path === undefined || read(folder, path)?.includes('/monitoring')) return nothing;
  return edited(folder, path, (before = '') => letThrough(before, 'monitoring'), {
    says: 'If it redirects or rejects requests, let those to /monitoring through: browsers report there.',
  });
}

/** A platform without one server process that lasts. */
function platformIn(folder: string): Leftover[] {
  const path = ['vercel.json', '.vercel', 'netlify.toml'].find((name) => existsSync(join(folder, name)));
  const found = path ?? findFile(folder, 'open-next.config');
  const says =
    'Nobody tried Candor on this platform. Where no server process lasts, waiting events, limits and counts are lost or weaker: let OUTBOX_URL name a Redis, and follow one failure with `candor doctor --url … --fail …`.';
  return found === undefined ? [] : [{ path: found, says }];
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
    const after = change(before);
    return after === before ? nothing : { changes: [{ path, before, after }], left: [] };
  } catch (error) {
    if (error instanceof NotUnderstood) {
      const { line, isAdvice, write } = error.more;
      const todo = isAdvice ? { says: error.message } : { ...byHand, says: `${error.message} ${byHand.says}`.trim() };
      return { changes: [], left: [{ path, ...(line && { line }), ...todo, ...(write && { write }) }] };
    }
    if (!(error instanceof SyntaxError)) throw error;
    const { line } = (error as SyntaxError & { loc?: { line: number } }).loc ?? {};
    return { changes: [], left: [{ path, ...(line && { line }), says: `It cannot be read: ${error.message}.` }] };
  }
}

/** The text with a line at its end, unless it has that line. A text whose last line has no end keeps it so. */
function withLine(text: string, line: string): string {
  if (text.split(/\r?\n/).some((one) => one.trim().replace(/^\/|\/$/g, '') === line.replace(/\/$/, ''))) return text;
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  return text === '' || text.endsWith('\n') ? `${text}${line}${newline}` : `${text}${newline}${line}`;
}

/** Takes that line out again. */
export function withoutLine(text: string, line: string): string {
  const lines = text.split(/(?<=\n)/);
  const at = lines.findIndex((one) => one.trim() === line);
  if (at < 0) return text;
  const isLast = at === lines.length - 1 && !lines[at]!.endsWith('\n');
  const left = lines.filter((_, index) => index !== at).join('');
  return isLast ? left.replace(/\r?\n$/, '') : left;
}
