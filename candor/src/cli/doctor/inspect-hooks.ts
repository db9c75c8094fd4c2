import { doubledStarts, unusedOptions } from '../../build/check-hooks.js';
import { findFile, findFiles, read, type Application } from '../application.js';
import { missingHooks, possibleHooks, tunnelOf, withoutHook } from '../hooks.js';
import { otherReporters } from '../other-reporters.js';
import { isStaticExport, routeOfExport } from '../static-export.js';
import type { Finding } from './finding.js';

/** What is missing, doubled, or goes past Candor. */
export function inspectHooks(application: Application): Finding[] {
  const { folder } = application;
  const screens = possibleHooks(application).filter((hook) => !hook.isNeeded && !read(folder, hook.path));
  return [
    ...missingHooks(application),
    ...screens.map((hook) => ({ path: hook.path, says: `${withoutHook(hook, false)} \`npx candor init\` writes it.` })),
    ...unusedOptions(folder),
    ...doubledStarts(application),
    ...otherReporters(application),
    ...(isStaticExport(application) ? routeOfExport(folder, tunnelOf(application)) : []),
    ...inspectProxy(application),
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

/** Whether a proxy runs for the path at which browsers report, where it may redirect to a login. */
function inspectProxy(application: Application): Finding[] {
  const { folder, sources } = application;
  const path = findFile(folder, `${sources}proxy`) ?? findFile(folder, `${sources}middleware`);
  const text = path === undefined ? '' : (read(folder, path) ?? '');
  const tunnel = tunnelOf(application);
  const at = text.search(/\bmatcher\s*:/);
  // As they are written. A pattern that is put together elsewhere is not known.
  const written = Array.from(text.slice(at).matchAll(/(['"`])(\/.*?)\1/g), ([, , pattern = '']) => pattern);
  const hiding = (at < 0 ? ['/((?!_).*)'] : written).filter((pattern) => matches(pattern, `/${tunnel}`));
  if (path === undefined || text.includes(`/${tunnel}`) || hiding.length === 0) return [];
  const passing = hiding.map((pattern) => pattern.replace('(?!', `(?!${tunnel}/?$|`));
  const isEnough = passing.every((pattern) => !matches(pattern, `/${tunnel}`));
  const write = isEnough
    ? `matcher: [${passing.map((pattern) => `'${pattern}'`).join(', ')}]`
    : `if (request.nextUrl.pathname.replace(/\\/$/, '') === '/${tunnel}') return;`;
  const means = `It runs for /${tunnel}, where a redirect or a login would stop the reports of browsers.`;
  const line = at < 0 ? {} : { line: text.slice(0, at).split('\n').length };
  return [{ path, ...line, says: `${means} Let them through, in its ${isEnough ? '`config`' : 'function'}:`, write }];
}

/** Whether a pattern of Next's (path-to-regexp) matches a path. Not one in a form that is not understood. */
function matches(written: string, path: string): boolean {
  const plain = written
    .replaceAll(/\\(.)/g, '$1')
    .replaceAll(/\/:\w+[*+]/g, '(?:/.*)?')
    .replaceAll(/(?<!\?):\w+(?=\()/g, '');
  try {
    return new RegExp(`^${plain.replaceAll(/(?<!\?):\w+\??/g, '[^/]+')}/?$`).test(path); // `(?:` is of the expression.
  } catch {
    return false;
  }
}
