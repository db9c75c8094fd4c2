import { transformOutput, type Output } from '../internals/server/output.js';
import { escapeInvisible } from '../scrubbing/escape-invisible.js';
import { looksLikeLogEntry, preventLogForgery } from '../scrubbing/prevent-log-forgery.js';
import { ansiColour, scrub } from '../scrubbing/scrub.js';
import { scrubJson } from '../scrubbing/scrub-json.js';

const key = Symbol.for('candor.scrubbed-output');

type ScrubbedOutput = Output & { [key]?: { endLine: () => void } };

// An unfinished line is remembered while it could become an entry of the log. A longer one is ended.
const maxOpenLine = 16 * 1024;

/** Next prints each failure, and no setting of it keeps a secret or a forged line out of that. The development server masks nothing. */
export function scrubOutput(...outputs: ScrubbedOutput[]): void {
  for (const output of outputs) {
    if (output[key]) continue; // `next dev` registers again on every change.
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    let openLine = '';

    // One call is one whole message: the console formats it before it writes.
    const write = transformOutput(output, (chunk, encoding) => {
      const text = decode(chunk, encoding, decoder);
      if (text === undefined) return undefined; // The stream throws.
      const printed = printable(text, openLine, hasColours(output));
      openLine = unfinishedLine(openLine, printed);
      const isTooLong = openLine.length > maxOpenLine;
      if (isTooLong) openLine = '';
      return isTooLong ? `${printed}\n` : printed;
    });
    output[key] = {
      endLine() {
        if (openLine !== '') write('\n');
        openLine = '';
      },
    };
  }
}

/** The log's next entry has to begin a line. */
export function endOpenLines(...outputs: ScrubbedOutput[]): void {
  for (const output of outputs) output[key]?.endLine();
}

/** A chunk may end within a character; the decoder waits for the rest. `undefined`: neither text nor bytes. */
function decode(chunk: unknown, encoding: BufferEncoding | undefined, decoder: TextDecoder): string | undefined {
  if (ArrayBuffer.isView(chunk)) return decoder.decode(chunk, { stream: true });
  if (typeof chunk !== 'string') return undefined;
  if (encoding === undefined || /^utf-?8$/i.test(encoding)) return decoder.decode() + chunk;
  return Buffer.isEncoding(encoding) ? decoder.decode(Buffer.from(chunk, encoding), { stream: true }) : undefined;
}

function printable(text: string, openLine: string, keepColours: boolean): string {
  const json = openLine === '' ? scrubJson(text) : undefined;
  // A developer's terminal is nobody else's, and a mask within a code frame hides the code.
  const shown = process.env.NODE_ENV === 'development' ? text : (json ?? scrubLines(text));
  const visible = escapeInvisible(shown, { keepColours });
  if (json !== undefined && !looksLikeLogEntry(shown)) return visible; // Another program's log, or data.
  return preventLogForgery(visible, openLine);
}

function scrubLines(text: string): string {
  const scrubbed = scrub(text);
  return text.endsWith('\n') && !scrubbed.endsWith('\n') ? `${scrubbed}\n` : scrubbed; // Truncated.
}

/** The last line, as far as it matters for the text that may follow: `-` cannot become an entry of the log. */
function unfinishedLine(openLine: string, printed: string): string {
  const plain = printed.replace(ansiColour, '');
  const start = plain.lastIndexOf('\n') + 1;
  const line = start > 0 ? plain.slice(start) : openLine + plain;
  return /^\s*(?:[{[]|$)/.test(line) ? line : '-';
}

/** Node's own console decides the same way: https://nodejs.org/api/tty.html#writestreamgetcolordepthenv */
function hasColours(output: Output): boolean {
  return output.isTTY === true || ['', '1', 'true', '2', '3'].includes(process.env.FORCE_COLOR ?? 'unset');
}
