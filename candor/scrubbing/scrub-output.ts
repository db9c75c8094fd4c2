import { escapeInvisible } from './escape-invisible';
import { colour, scrub } from './scrub';
import { scrubJson } from './scrub-json';
import { readsAsOurs, separateLines } from './separate-lines';

const key = Symbol.for('candor.masked-output');

type Output = { write: NodeJS.WriteStream['write']; isTTY?: boolean; [key]?: { endLine: () => void } };
type Write = (chunk: unknown, ...rest: unknown[]) => boolean;

// What a line has already is kept in mind while it could become one of the log. A longer one is ended.
const maxOpenLine = 16 * 1024;

/**
 * Masks what this process prints by other ways than the log, and keeps it apart from the log: Next prints the message and
 * the stack of every failure by itself, and none of its settings keeps a secret or a forged line out of them.
 */
export function scrubOutput(...outputs: Output[]): void {
  for (const output of outputs) {
    if (output[key]) continue; // `next dev` registers again on every change.
    const write = output.write.bind(output) as Write;
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    let openLine = '';

    // One call is one message, whole: the console puts it together before it writes.
    output.write = ((chunk: unknown, ...rest: unknown[]) => {
      const encoding = typeof rest[0] === 'string' ? (rest[0] as BufferEncoding) : undefined;
      const text = decode(chunk, encoding, decoder);
      if (text === undefined) return write(chunk, ...rest); // Which refuses it.
      const printed = printable(text, openLine, hasColours(output));
      openLine = lineLeftOpen(openLine, printed);
      const isTooLong = openLine.length > maxOpenLine;
      if (isTooLong) openLine = '';
      const done = rest.find((argument) => typeof argument === 'function');
      return write(isTooLong ? `${printed}\n` : printed, 'utf8', ...(done ? [done] : []));
    }) as Output['write'];
    output[key] = {
      endLine() {
        if (openLine !== '') write('\n');
        openLine = '';
      },
    };
  }
}

/** Ends the line that something else has begun, so that the log's next one begins one. */
export function endOpenLines(...outputs: Output[]): void {
  for (const output of outputs) output[key]?.endLine();
}

/** Bytes may end within a character; the rest of it comes with the next ones. */
function decode(chunk: unknown, encoding: BufferEncoding | undefined, decoder: TextDecoder): string | undefined {
  if (ArrayBuffer.isView(chunk)) return decoder.decode(chunk, { stream: true });
  if (typeof chunk !== 'string') return undefined;
  if (encoding === undefined || /^utf-?8$/i.test(encoding)) return decoder.decode() + chunk;
  return Buffer.isEncoding(encoding) ? decoder.decode(Buffer.from(chunk, encoding), { stream: true }) : undefined;
}

function printable(text: string, openLine: string, keepColours: boolean): string {
  const json = openLine === '' ? scrubJson(text) : undefined;
  const visible = escapeInvisible(json ?? scrubLines(text), { keepColours });
  if (json !== undefined && !readsAsOurs(json)) return visible; // Somebody else's log, or data.
  return separateLines(visible, openLine);
}

function scrubLines(text: string): string {
  const scrubbed = scrub(text);
  return text.endsWith('\n') && !scrubbed.endsWith('\n') ? `${scrubbed}\n` : scrubbed; // Cut, for it was too long.
}

/** What the last line has, as far as it matters for what may follow. */
function lineLeftOpen(openLine: string, printed: string): string {
  const plain = printed.replace(colour, '');
  const start = plain.lastIndexOf('\n') + 1;
  const line = start > 0 ? plain.slice(start) : openLine + plain;
  return /^\s*(?:[{[]|$)/.test(line) ? line : '-';
}

/** As Node's own console decides: https://nodejs.org/api/tty.html#writestreamgetcolordepthenv */
function hasColours(output: Output): boolean {
  return output.isTTY === true || ['', '1', 'true', '2', '3'].includes(process.env.FORCE_COLOR ?? 'unset');
}
