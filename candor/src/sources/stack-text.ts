import type { Place } from './chunk-of-frame.js';
import type { Source } from './find-source.js';
import type { ReadError } from '../scrubbing/log-format.js';

/** Where a place comes from; `undefined`: it stays as it is. */
export type FindSource = (place: Place) => Source | undefined;

const maxLength = 2_000;

export function mapError(error: ReadError, find: FindSource): ReadError {
  const { message, stack, cause, errors } = error;
  return {
    ...error,
    stack: stack === undefined ? undefined : mapStack(stack, message, find),
    cause: cause && mapError(cause, find),
    errors: errors?.map((each) => mapError(each, find)),
  };
}

/** The text before the frames stays as it is, even if it looks like a frame: V8 wrote the error's `message` into the stack. */
export function mapStack(stack: string, message: string, find: FindSource): string {
  const end = endOfHeader(stack, message);
  return stack.slice(0, end) + mapFrames(stack.slice(end), find);
}

/** Where the frames begin. Code may have changed the message after V8 wrote it: then they are the lines at the end. */
function endOfHeader(stack: string, message: string): number {
  const start = stack.indexOf(message);
  if (start >= 0) {
    const end = stack.indexOf('\n', start + message.length);
    return end < 0 ? stack.length : end;
  }
  let end = stack.length;
  for (;;) {
    const start = stack.lastIndexOf('\n', end - 1);
    if (start < 0 || !/^\s+at /.test(stack.slice(start + 1, end))) return end;
    end = start;
  }
}

/** Any text, of which each line that is a frame of V8's names its source. */
export function mapFrames(text: string, find: FindSource): string {
  return text
    .split('\n')
    .map((line) => (line.length > maxLength ? line : mapLine(line, find)))
    .join('\n');
}

/**
 * A line as V8 writes it, https://v8.dev/docs/stack-trace-api: `at async OrderList (/srv/.next/a.js:1:20)`, `at /srv/.next/a.js:1:20`. Names
 * of folders have parentheses too: `app/(shop)/page.js`. One of evaluated code stays.
 */
function mapLine(line: string, find: FindSource): string {
  const [at = ''] = /^\s*at (?:async |new )*/.exec(line) ?? [];
  if (at === '') return line;
  const text = line.slice(at.length);
  const open = text.endsWith(')') ? text.indexOf(' (') : -1;
  const place = readPlace(open < 0 ? text : text.slice(open + 2, -1));
  const source = place && find(place);
  if (!source) return line;
  const called = open < 0 ? undefined : text.slice(0, open);
  const name = nameIn(source, called);
  return name === undefined ? `${at}${placeOf(source)}` : `${at}${name} (${placeOf(source)})`;
}

function readPlace(text: string): Place | undefined {
  const [, file, line, column] = /^(.+):(\d{1,9}):(\d{1,9})$/.exec(text) ?? [];
  return file === undefined ? undefined : { file, line: Number(line), column: Number(column) };
}

export const placeOf = ({ file, line, column }: Place) => `${file}:${line}:${column}`;

/** The name of a function, by its source or what V8 has called it. */
export const nameIn = ({ function: known, isMinified }: Source, called: string | undefined): string | undefined =>
  known ?? (isMinified === false ? called : stableName(called));

/** The part of V8's name of a function that no compiler changes: a method, or what it is called as. Others would make two faults of one. */
function stableName(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const alias = /\[as ([^\]]+)\]$/.exec(name)?.[1];
  const last = alias ?? name.slice(name.lastIndexOf('.') + 1);
  return alias !== undefined || (/^[\w$]+$/.test(last) && last.length > 3) ? last : undefined;
}
