import { closing, mask } from './code.js';
import { tunnelOf } from '../application/hooks.js';
import { findFile, read, type Application } from '../application/read-application.js';
import { lineOf, type Change, type Leftover, type Plan } from '../application/plan.js';

/** Keeps requests for the tunnel from a proxy, by its matcher: a login or a redirect there would keep the reports of browsers away. */
export function planProxy(application: Application): Plan {
  const { folder, sources } = application;
  const tunnel = tunnelOf(application);
  const path = findFile(folder, `${sources}proxy`) ?? findFile(folder, `${sources}middleware`);
  const text = path === undefined ? '' : (read(folder, path) ?? '');
  const isKnown = text.includes(`/${tunnel}`) || text.includes(`(?!${tunnel}/`);
  return path === undefined || isKnown ? { changes: [], left: [] } : planMatcher(path, text, tunnel);
}

function planMatcher(path: string, text: string, tunnel: string): Plan {
  const nothing = { changes: [], left: [] };
  const masked = text.length > 64_000 ? '' : mask(text);
  const at = /^export const config\b[^=]*=\s*\{[^]*?\bmatcher\s*:\s*/m.exec(masked);
  const left = (one: Omit<Leftover, 'path'>) => ({ changes: [], left: [{ path, ...one }] });
  if (at === null) {
    const says = `If this redirects or rejects requests, keep those to /${tunnel} from it. Add at the end:`;
    return left({ says, write: `export const config = { matcher: ['/((?!${tunnel}/?$).*)'] };`, isOptional: true });
  }
  const start = at.index + at[0].length;
  const end = '[{('.includes(masked[start] ?? ' ') ? closing(masked, start) + 1 : endOfText(masked, start);
  const matcher = text.slice(start, end);
  const line = lineOf(text, start);
  const patterns = Array.from(
    matcher.matchAll(/(?<=^|[[,]\s*|source:\s*)(['"])(.*?)\1/g),
    ([, , pattern = '']) => pattern,
  );
  const hiding = patterns.filter((pattern) => matches(pattern, `/${tunnel}`) !== false);
  const changed = hiding.reduce((code, pattern) => code.replace(pattern, () => except(pattern, tunnel)), matcher);
  if (patterns.length > 0 && hiding.length === 0) return nothing;
  if (patterns.length === 0 || hiding.some((pattern) => matches(except(pattern, tunnel), `/${tunnel}`) !== false)) {
    const says = `Browsers report to /${tunnel}. If this redirects or rejects requests, begin its function with:`;
    return left({
      line,
      says,
      isOptional: true,
      write: `if (request.nextUrl.pathname.replace(/\\/$/, '') === '/${tunnel}') return;`,
    });
  }
  const says = `This matcher keeps the reports of browsers from /${tunnel}. Replace it with:`;
  if (!/^(?:(['"]).*\1|\[(?:\s*(['"]).*\2,?)*\s*\])$/.test(matcher)) return left({ line, says, write: changed });
  const after = text.slice(0, start) + changed + text.slice(end);
  return { changes: [{ path, before: text, after, byHand: { line, says, write: changed } }], left: [] };
}

/** Takes the exception out again. */
export function takeOutOfMatcher(path: string, before: string, tunnel: string): Change[] {
  const after = before
    .replaceAll(`(?!${exception(tunnel)}|`, '(?!')
    .replaceAll(`/((?!${exception(tunnel)}).*)`, '/:path*');
  return after === before ? [] : [{ path, before, after }];
}

/** With its end: another address that begins in the same way may be one that only the proxy protects. */
const exception = (tunnel: string) => `${tunnel}/?$`;

const except = (pattern: string, tunnel: string) =>
  pattern === '/:path*' ? `/((?!${exception(tunnel)}).*)` : pattern.replace('(?!', `(?!${exception(tunnel)}|`);

const endOfText = (masked: string, start: number) =>
  start + (/^(['"]).*?\1/.exec(masked.slice(start))?.[0].length ?? 0);

/** Whether a pattern of Next's (path-to-regexp) matches a path of one segment. `undefined`: it is in a form that is not understood. */
function matches(pattern: string, path: string): boolean | undefined {
  const expression = pattern
    .replaceAll('\\\\', '\\')
    .replaceAll(/\/:\w+\*/g, '(?:/.*)?')
    .replaceAll(/\/:\w+\+/g, '/.+')
    .replaceAll(/(?<!\?):\w+(?=\()/g, '')
    .replaceAll(/(?<!\?):\w+\??/g, '[^/]+'); // `(?:` is of the expression.
  // A pattern of a stranger's, whose search could take forever.
  if (pattern.length > 500 || /[+*]\)[+*]/.test(expression)) return undefined;
  try {
    return new RegExp(`^${expression}/?$`).test(path);
  } catch {
    return undefined;
  }
}
