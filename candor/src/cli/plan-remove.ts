import { findFile, read, type Application } from './application.js';
import { takeOutOfInstrumentation } from './edits/instrumentation.js';
import { takeOutOfMatcher } from './edits/matcher.js';
import { NotUnderstood, unwrapConfig } from './edits/next-config.js';
import { clientInstrumentation, hooksOf, instrumentation, type Hook } from './hooks.js';
import { ignoredFolder, withoutLine } from './plan-init.js';
import { codeFiles } from './packages.js';
import { joined, nothing, type Plan } from './plan.js';

/** What `remove` takes out of an application, and what a person changed since and it therefore keeps. It writes nothing itself. */
export function planRemove(application: Application): Plan {
  const { folder, sources } = application;
  const proxy = findFile(folder, `${sources}proxy`) ?? findFile(folder, `${sources}middleware`);
  const plan = joined([
    ...hooksOf(application).map((hook) => takeOutHook(application, hook)),
    takeOut(folder, findFile(folder, 'next.config'), unwrapped),
    takeOut(folder, '.gitignore', (text) => withoutLine(text, ignoredFolder) || undefined),
    takeOut(folder, proxy, (text) => takeOutOfMatcher(text, 'monitoring')),
  ]);
  const named = new Set([...plan.changes, ...plan.left].map(({ path }) => path));
  const others = codeFiles(folder).filter((path) => !named.has(path) && importsCandor.test(read(folder, path) ?? ''));
  return joined([plan, { changes: [], left: others.map((path) => ({ path, says: 'It imports Candor.' })) }]);
}

const importsCandor = /\b(?:from|import|require)\b[\s(]*['"]candor(?:\/[\w.-]+)?['"]/;

/** A configuration that `init` made has an empty line below its import; one that it wrapped has none there. */
function unwrapped(whole: string): string | undefined {
  const { text, settings } = unwrapConfig(whole);
  if (settings !== undefined) throw new NotUnderstood(`withCandor has settings: ${settings}.`);
  return /^import .*\r?\n\r?\nexport default withCandor\(\{\}\);?\s*$/.test(whole) ? undefined : text;
}

function takeOutHook(application: Application, { path, text }: Hook): Plan {
  const { folder } = application;
  const own = read(folder, path);
  if (own === undefined) return nothing;
  if (isSame(own, text)) return { changes: [{ path, before: own, after: undefined }], left: [] };
  const name = path.slice(0, path.lastIndexOf('.'));
  if (name === instrumentation(application) || name === clientInstrumentation(application))
    return takeOut(folder, path, takeOutOfInstrumentation);
  if (!/['"]candor(\/|['"])/.test(own)) return nothing;
  return { changes: [], left: [{ path, says: 'It was changed since, so it stays. It imports Candor.' }] };
}

/** Whatever quotes, semicolons and white space a formatter has given it since. */
function isSame(one: string, other: string): boolean {
  const plain = (text: string) => text.replaceAll(/["'`;\s\uFEFF]/g, '');
  return plain(one) === plain(other);
}

function takeOut(folder: string, path: string | undefined, change: (text: string) => string | undefined): Plan {
  const before = path === undefined ? undefined : read(folder, path);
  if (path === undefined || before === undefined) return nothing;
  try {
    const after = change(before);
    return after === before ? nothing : { changes: [{ path, before, after }], left: [] };
  } catch (error) {
    if (!(error instanceof NotUnderstood) && !(error instanceof SyntaxError)) throw error;
    return { changes: [], left: [{ path, says: `${error.message} Take Candor out by hand.` }] };
  }
}
