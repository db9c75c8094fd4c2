import { closing, lineWith, mask, maxLength } from './code.js';
import { tunnelOf } from '../application/hooks.js';
import { readCode, type Application } from '../application/read-application.js';
import { lineOf, type Change, type Step } from '../application/plan.js';

const proxyOf = ({ folder, sources }: Application) => readCode(folder, `${sources}proxy`, `${sources}middleware`);

/** Keeps requests for the tunnel from a proxy, whose login or redirect would keep the reports of browsers away. */
export function planProxy(application: Application): Step[] {
  const tunnel = tunnelOf(application);
  const proxy = proxyOf(application);
  if (proxy === undefined || proxy.text.includes(`/${tunnel}`) || proxy.text.includes(`(?!${tunnel}/`)) return [];
  const { path, text } = proxy;
  const masked = text.length > maxLength ? '' : mask(text);
  const found = /^export const config\b[^=]*=\s*\{[^]*?\bmatcher\s*:\s*/m.exec(masked);
  const start = found === null ? 0 : found.index + found[0].length;
  const [quoted = ''] = /^(['"]).*?\1/.exec(masked.slice(start)) ?? [];
  const end = '[{('.includes(masked[start] ?? ' ') ? closing(masked, start) + 1 : start + quoted.length;
  const matcher = found === null ? '' : text.slice(start, end);
  const quotes = matcher.matchAll(/(?<=^|[[,]\s*|source:\s*)(['"])(.*?)\1/g);
  const patterns = Array.from(quotes, ([, , pattern = '']) => pattern);
  const hiding = patterns.filter((pattern) => matches(pattern, `/${tunnel}`) !== false);
  if (patterns.length > 0 && hiding.length === 0) return [];
  if (patterns.length === 0 || hiding.some((pattern) => matches(except(pattern, tunnel), `/${tunnel}`) !== false)) {
    const says = `Browsers report to /${tunnel}. If this redirects or rejects requests, begin its function with:`;
    const write = `if (request.nextUrl.pathname.replace(/\\/$/, '') === '/${tunnel}') return;`;
    const line = lineWith(text, /^export\b.*\b(?:proxy|middleware|default)\b.*$/m)?.line;
    return [{ path, ...(line && { line }), says, write, isOptional: true }];
  }
  const write = hiding.reduce((code, pattern) => code.replace(pattern, () => except(pattern, tunnel)), matcher);
  const says = `This matcher keeps browser reports from reaching /${tunnel}. Replace it with:`;
  const byHand = { line: lineOf(text, start), says, write };
  const isLiteral = /^(?:(['"]).*\1|\[(?:\s*(['"]).*\2,?)*\s*\])$/.test(matcher);
  const after = text.slice(0, start) + write + text.slice(end);
  return isLiteral ? [{ path, before: text, after, byHand }] : [{ path, ...byHand }];
}

export function takeOutOfMatcher(application: Application): Change[] {
  const proxy = proxyOf(application);
  const exception = exceptionOf(tunnelOf(application));
  const after = proxy?.text.replaceAll(`(?!${exception}|`, '(?!').replaceAll(`/((?!${exception}).*)`, '/:path*');
  return proxy === undefined || after === proxy.text ? [] : [{ path: proxy.path, before: proxy.text, after }];
}

/** With its end: only the proxy may protect a longer address. */
const exceptionOf = (tunnel: string) => `${tunnel}/?$`;

const except = (pattern: string, tunnel: string) =>
  pattern === '/:path*' ? `/((?!${exceptionOf(tunnel)}).*)` : pattern.replace('(?!', `(?!${exceptionOf(tunnel)}|`);

/** Whether a pattern of Next's (path-to-regexp) matches a path of one segment. `undefined`: it is not understood. */
function matches(pattern: string, path: string): boolean | undefined {
  const expression = pattern
    .replaceAll('\\\\', '\\')
    .replaceAll(/\/:\w+\*/g, '(?:/.*)?')
    .replaceAll(/\/:\w+\+/g, '/.+')
    .replaceAll(/(?<!\?):\w+(?=\()/g, '')
    .replaceAll(/(?<!\?):\w+\??/g, '[^/]+'); // `(?:` is of the expression.
  // Such a search could take forever.
  if (pattern.length > 500 || /[+*]\)[+*]/.test(expression)) return undefined;
  try {
    return new RegExp(`^${expression}/?$`).test(path);
  } catch {
    return undefined;
  }
}
