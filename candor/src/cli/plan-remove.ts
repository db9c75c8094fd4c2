import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findFile, read, type Application } from '../application/read-application.js';
import { unwrapConfig, withoutComments } from './code.js';
import { exampleFile } from '../application/example.js';
import { hooksOf, tunnelOf } from '../application/hooks.js';
import { withoutStyle } from '../application/in-style.js';
import { takeOutOfMatcher } from './matcher.js';
import { codeFiles } from './packages.js';
import { lineOf, type Change, type Leftover, type Plan } from '../application/plan.js';
import { configPath, newConfig } from './plan-init.js';

/** What `remove` takes out of an application, and what it leaves to a person. It writes nothing itself. */
export function planRemove(application: Application): Plan {
  const { folder, sources } = application;
  const proxy = findFile(folder, `${sources}proxy`) ?? findFile(folder, `${sources}middleware`);
  const changes = [
    ...hooksOf(application).flatMap((hook) => deletion(folder, hook)),
    ...deletion(folder, exampleFile(application)),
    ...takeOutOfConfig(application),
    ...(proxy === undefined ? [] : takeOutOfMatcher(proxy, read(folder, proxy) ?? '', tunnelOf(application))),
  ];
  const taken = new Set(changes.map(({ path }) => path));
  const others = codeFiles(folder).filter(({ path }) => !taken.has(path));
  return { changes, left: [...others.flatMap(importsOf), ...outboxOf(folder)] };
}

/** The example alone. */
export function planRemoveExample({ folder, ...application }: Application): Plan {
  const file = exampleFile({ folder, ...application });
  const changes = deletion(folder, file);
  const isChanged = changes.length === 0 && read(folder, file.path) !== undefined;
  return { changes, left: isChanged ? [{ path: file.path, says: 'It was changed since. Delete this file.' }] : [] };
}

function deletion(folder: string, { path, text }: { path: string; text: string }): Change[] {
  const before = read(folder, path);
  return before !== undefined && withoutStyle(before) === withoutStyle(text)
    ? [{ path, before, after: undefined }]
    : [];
}

function takeOutOfConfig(application: Application): Change[] {
  const { config } = application;
  if (config === undefined) return [];
  // One that init has made has an empty line below its import; one of the team's that it has wrapped has none there.
  const isOurs = /^import .*\r?\n\r?\n/.test(config.text);
  const made = isOurs ? deletion(application.folder, { path: configPath(application), text: newConfig }) : [];
  const after = made.length > 0 ? undefined : unwrapConfig(config.text);
  return after === undefined ? made : [{ path: config.path, before: config.text, after }];
}

/** What would not build without the package. */
function importsOf({ path, text }: { path: string; text: string }): Leftover[] {
  const found = [
    ...withoutComments(text).matchAll(/^.*\b(?:from|import|require)\s*\(?\s*(['"])candor(?:\/[\w./-]+)?\1.*$/gm),
  ];
  return found.map(([code]) => ({
    path,
    line: lineOf(text, text.indexOf(code)),
    says: /^\s*(?:export\b.*\bfrom|await \(await import)\b/.test(code)
      ? 'Delete this line.'
      : 'It imports Candor, and is yours. Take that out.',
  }));
}

function outboxOf(folder: string): Leftover[] {
  if (!existsSync(join(folder, '.outbox'))) return [];
  const says = 'Events that were not sent may be here. Delete the folder when you need none of them.';
  return [{ path: '.outbox/', says, isOptional: true }];
}
