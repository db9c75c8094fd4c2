import { doubledStarts, unusedOptions } from '../../build/check-hooks.js';
import { findFiles, read, type Application } from '../../application/read-application.js';
import { hooksOf, missingHooks, withoutHook } from '../../application/hooks.js';
import { planProxy } from '../matcher.js';
import { configOfSdk, publicDsn } from '../sdk-setup.js';
import type { CodeFile } from '../code-files.js';
import { note, type Finding } from './finding.js';

/** What is missing, doubled, or goes past Candor. */
export function inspectHooks(application: Application, files: readonly CodeFile[]): Finding[] {
  const { folder } = application;
  const screens = hooksOf(application).filter((hook) => !hook.isNeeded && !read(folder, hook.path));
  return [
    ...missingHooks(application),
    ...screens.map((hook) => ({ path: hook.path, ...note(`${withoutHook(hook, false)} Run \`npx candor init\`.`) })),
    ...unusedOptions(folder),
    ...doubledStarts(application),
    ...configOfSdk(application),
    ...publicDsn(files),
    ...planProxy(application).map((step) => ('after' in step ? { path: step.path, ...step.byHand! } : step)),
    ...unreadFiles(application),
  ];
}

/** Files of which Next reads only one. */
function unreadFiles({ folder, sources }: Application): Finding[] {
  const inBoth = (name: string) => [...new Set([sources, ''])].flatMap((inner) => findFiles(folder, inner + name));
  const files = [inBoth('instrumentation'), inBoth('instrumentation-client'), findFiles(folder, 'next.config')];
  const saysOf = (first = '') => `Next reads ${first}, or this file, and not both. Keep one of them.`;
  return files.flatMap(([first, ...others]) => others.map((path) => ({ path, says: saysOf(first) })));
}
