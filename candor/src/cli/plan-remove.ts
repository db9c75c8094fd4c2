import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findFile, read, type Application } from './application.js';
import { wrappedElsewhere } from './edits/imported-config.js';
import { takeOutOfInstrumentation } from './edits/instrumentation.js';
import { takeOutOfMatcher } from './edits/matcher.js';
import { NotUnderstood, unwrapConfig } from './edits/next-config.js';
import { exampleFiles } from './example.js';
import { callsCandor, clientInstrumentation, hooksOf, instrumentation, tunnelOf, type Hook } from './hooks.js';
import { codeFiles } from './packages.js';
import { joined, nothing, type Plan } from './plan.js';
import { removeSdkOptions } from './sdk-options.js';
import { withoutStyle } from './style.js';

/** What `remove` takes out of an application, and what a person changed since and it therefore keeps. It writes nothing itself. */
export function planRemove(application: Application): Plan {
  const { folder, sources, config } = application;
  const proxy = findFile(folder, `${sources}proxy`) ?? findFile(folder, `${sources}middleware`);
  const plan = joined([
    ...hooksOf(application).map((hook) => takeOutHook(application, hook)),
    planRemoveExample(application),
    removeSdkOptions(application),
    takeOut(folder, config?.path, (text) =>
      callsCandor.test(text) ? unwrapped(text) : unlessElsewhere(application, text),
    ),
    takeOut(folder, '.gitignore', (text) => withoutLine(text, outbox) || undefined), // Older versions wrote it there.
    takeOut(folder, proxy, (text) => takeOutOfMatcher(takeOutOfMatcher(text, tunnelOf(application)), 'monitoring')),
  ]);
  return joined([plan, othersThatImport(folder, plan), takeOutOutbox(folder)]);
}

const outbox = '.outbox/';

/** Nobody else has its events. Without any it goes, with the file that the server has put there. */
function takeOutOutbox(folder: string): Plan {
  const path = join(folder, outbox);
  const names = existsSync(path) ? readdirSync(path) : [];
  if (names.every((name) => name === '.gitignore'))
    return takeOut(folder, `${outbox}.gitignore`, (text) => (text.trim() === '*' ? undefined : text));
  const says = 'Events that were not sent are here. Delete the folder when you need none of them.';
  return { changes: [], left: [{ path: outbox, says, isOptional: true }] };
}

/** Takes out a line, as an older `init` added it. */
function withoutLine(text: string, line: string): string {
  const lines = text.split(/(?<=\n)/);
  const at = lines.findIndex((one) => one.trim() === line);
  if (at < 0) return text;
  const isLast = at === lines.length - 1 && !lines[at]!.endsWith('\n');
  const left = lines.filter((_, index) => index !== at).join('');
  return isLast ? left.replace(/\r?\n$/, '') : left;
}

/** @throws NotUnderstood where a file that is not of this folder calls withCandor for it */
function unlessElsewhere({ folder, config }: Application, text: string): string {
  const elsewhere = wrappedElsewhere(folder, config!.path, text);
  if (typeof elsewhere === 'object' && elsewhere.path.startsWith('../'))
    throw new NotUnderstood(`It imports ${elsewhere.path}, which calls withCandor.`);
  return text;
}

/** The example alone. */
export function planRemoveExample(application: Application): Plan {
  return joined(
    exampleFiles(application).map(({ path, text }) => {
      const own = read(application.folder, path);
      if (own === undefined) return nothing;
      if (withoutStyle(own) === withoutStyle(text))
        return { changes: [{ path, before: own, after: undefined }], left: [] };
      return { changes: [], left: [{ path, says: 'It was changed since, so it stays.', isOptional: true }] };
    }),
  );
}

const importOfCandor = /\b(?:from|import|require)\s*\(?\s*['"]candor(?:\/[\w./-]+)?['"]/;

/** Files of the application's own that would not build without the package. */
function othersThatImport(folder: string, { changes, left }: Plan): Plan {
  const known = new Set([...changes, ...left].map(({ path }) => path));
  const others = codeFiles(folder).flatMap((path) => {
    const text = known.has(path) ? '' : (read(folder, path) ?? '');
    const at = text.search(importOfCandor);
    const says = 'It imports Candor, and is yours. Take that out.';
    return at < 0 ? [] : [{ path, line: text.slice(0, at).split('\n').length, says }];
  });
  return { changes: [], left: others };
}

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
  if (withoutStyle(own) === withoutStyle(text)) return { changes: [{ path, before: own, after: undefined }], left: [] };
  const name = path.slice(0, path.lastIndexOf('.'));
  if (name === instrumentation(application) || name === clientInstrumentation(application))
    return takeOut(folder, path, takeOutOfInstrumentation);
  if (!/['"]candor(\/|['"])/.test(own)) return nothing;
  return { changes: [], left: [{ path, says: 'It was changed since, so it stays. It imports Candor.' }] };
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
