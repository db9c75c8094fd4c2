import { logMessages } from '../shared/log-messages.js';
import { ansiColour } from './scrub.js';

const entryOfOurs = new RegExp(`["']msg["'][^"':]*:[^"']*["'](?:${logMessages.join('|')})["']`, 'i');

/** Whether any JSON parser could read it as an entry, even one that takes the first of two equal keys, or ignores case. */
export function looksLikeLogEntry(text: string): boolean {
  const plain = text.replace(ansiColour, '');
  if (!/^\s*[{[]/.test(plain)) return false;
  const charOf = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16));
  return entryOfOurs.test(plain.replace(/\\u([\da-f]{4})/gi, charOf));
}

/** `openLine` is the unfinished line that the text continues. */
export function preventLogForgery(text: string, openLine: string): string {
  const [first = '', ...rest] = text.split('\n');
  const isForged = looksLikeLogEntry(openLine + text) || looksLikeLogEntry(openLine + first);
  return [isForged ? `${openLine && '\n'}| ${first}` : first, ...rest.map(indent)].join('\n');
}

function indent(line: string): string {
  if (looksLikeLogEntry(line)) return `| ${line}`;
  return line === '' || /^[ \t]/.test(line) ? line : `  ${line}`;
}
