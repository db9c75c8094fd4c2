import type { Place } from './chunk-of-frame.js';
import { stableName } from './function-name.js';
import type { Source } from './source.js';

/** Where a place comes from; `undefined`: it stays as it is. */
export type FindSource = (place: Place) => Source | undefined;

// `at async OrderList (/srv/.next/server/chunks/a.js:1:20)`, `at /srv/.next/a.js:1:20`; of an evaluated frame, where `eval` was called:
// `at eval (eval at run (/srv/.next/a.js:1:20), <anonymous>:1:1)`. Text of V8: https://v8.dev/docs/stack-trace-api
const frame = /^(\s*at )((?:async |new )*)(?:(.*?) \()?((?:file:\/\/)?[^\s()][^()]*?(?:\([^()/]*\)[^()]*?)*):(\d{1,9}):(\d{1,9})(\)?)$/;
const evaluated = /^(\s*at .*?\(eval at .*?\()([^()]*):(\d{1,9}):(\d{1,9})(\).*)$/;
const maxLength = 2_000;

/**
 * An error's stack in which the frames name their sources. The text before the frames, the message with it, stays as it is, even
 * where it looks like a frame.
 * @param message the error's: V8 wrote it into the stack
 */
export function mapStack(stack: string, message: string, find: FindSource): string {
  const end = endOfHeader(stack, message);
  return stack.slice(0, end) + mapFrames(stack.slice(end), find);
}

/** Where the frames begin. Somebody may have changed the message after V8 wrote it: then they are the lines at the end. */
function endOfHeader(stack: string, message: string): number {
  const start = stack.indexOf(message);
  if (start >= 0) {
    const end = stack.indexOf('\n', start + message.length);
    return end < 0 ? stack.length : end;
  }
  const lines = stack.split('\n');
  const last = lines.findLastIndex((line) => !/^\s+at /.test(line));
  return lines.slice(0, last + 1).join('\n').length;
}

/** Any text, of which each line that is a frame of V8's names its source. */
export function mapFrames(text: string, find: FindSource): string {
  return text
    .split('\n')
    .map((line) => (line.length > maxLength ? line : mapLine(line, find)))
    .join('\n');
}

function mapLine(line: string, find: FindSource): string {
  const outer = evaluated.exec(line);
  if (outer) {
    const [, start = '', file = '', lineno, column, end = ''] = outer;
    const source = find({ file, line: Number(lineno), column: Number(column) });
    return source ? `${start}${source.file}:${source.line}:${source.column}${end}` : line;
  }
  const [, at = '', kind = '', name, file = '', lineno, column] = frame.exec(line) ?? [];
  const source = file === '' ? undefined : find({ file, line: Number(lineno), column: Number(column) });
  if (!source) return line;
  const place = `${source.file}:${source.line}:${source.column}`;
  const called = source.function ?? stableName(name);
  return called === undefined ? `${at}${kind}${place}` : `${at}${kind}${called} (${place})`;
}
