import { logMessages } from '../log-messages';
import { colour } from './scrub';

const own = new RegExp(`["']msg["'][^"':]*:[^"']*["'](?:${Object.keys(logMessages).join('|')})["']`, 'i');

/**
 * Whether any reader of JSON could take the text for an entry of our log: one that takes the first of two equal keys, or
 * the last; that passes over blanks, comments or a nested object; that does not mind case. Rather too often than too rarely.
 */
export function readsAsOurs(text: string): boolean {
  const plain = text.replace(colour, '');
  if (!/^\s*[{[]/.test(plain)) return false;
  return own.test(
    plain.replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  );
}

/**
 * Lays out what somebody else prints so that none of its lines can be taken for one of the log: lines after the first are
 * indented, and what would read as ours begins with `| `. `openLine` is what the line has already that the text goes on with.
 */
export function separateLines(text: string, openLine: string): string {
  const [first = '', ...rest] = text.split('\n');
  const isForged = readsAsOurs(openLine + text) || readsAsOurs(openLine + first);
  return [isForged ? `${openLine && '\n'}| ${first}` : first, ...rest.map(indent)].join('\n');
}

function indent(line: string): string {
  if (readsAsOurs(line)) return `| ${line}`;
  return line === '' || /^[ \t]/.test(line) ? line : `  ${line}`;
}
