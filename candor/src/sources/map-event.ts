import type { StackFrame } from '#sentry/core';
import type { Source } from './find-source.js';
import { masked } from '../scrubbing/replace-secrets.js';
import { scrub } from '../scrubbing/scrub.js';
import type { SourceContext } from './chunk-map.js';
import { nameIn, type FindSource } from './stack-text.js';

// Anybody may send an event as that of a browser, so all of it is bounded before any text of it is read.
const maxValues = 50;
const maxImages = 1_000;
const maxFrames = 250;
const maxText = 1_000;
const maxName = 300;

/** Names sources in an event's frames, but those with a debug id: the service has their map. `beyond`: too many to be looked at. */
export function mapEvent(event: unknown, find: FindSource): { mapped: StackFrame[]; beyond: number } {
  const { exception, debug_meta } = record(event);
  const images = listOf(record(debug_meta).images).slice(0, maxImages);
  const uploaded = new Set(images.map((image) => record(image).code_file));
  const values = listOf(record(exception).values).slice(-maxValues);
  const frames = values.flatMap((value) => listOf(record(record(value).stacktrace).frames));
  // The last ones are those of the error that was thrown, and of each the last is where.
  const mapped = frames.slice(-maxFrames).filter((frame): frame is StackFrame => {
    const { filename, abs_path = filename, function: name } = record(frame);
    if (uploaded.has(filename) || uploaded.has(abs_path)) return false;
    const place = placeOf(abs_path, record(frame));
    const source = place && find(place);
    if (source) Object.assign(record(frame), fieldsOf(source, name));
    return source !== undefined;
  });
  return { mapped, beyond: Math.max(0, frames.length - maxFrames) };
}

export function removeContext(frame: StackFrame): void {
  for (const field of ['pre_context', 'context_line', 'post_context'] as const) delete frame[field];
}

const record = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function placeOf(file: unknown, { lineno: line, colno: column }: Record<string, unknown>) {
  if (typeof file !== 'string' || file.length > maxText) return undefined;
  return isCount(line) && isCount(column) ? { file, line, column } : undefined;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

function fieldsOf(source: Source, name: unknown): StackFrame {
  const { file, line, column, inApp, context } = source;
  const { before, line: shown, after } = context ? scrubContext(context) : {};
  return {
    filename: file,
    abs_path: file,
    module: undefined, // It names the chunk, whose name changes with each build.
    function: nameIn(source, typeof name === 'string' ? name.slice(0, maxName) : undefined) ?? '?',
    lineno: line,
    colno: column,
    in_app: inApp,
    pre_context: before,
    context_line: shown,
    post_context: after,
  };
}

// A line within a key whose first line, which names it, is further up.
const encoded = /^\s*["'`]?[A-Za-z\d+/=_-]{60,}\W{0,5}(?:\\n\W{0,5})?$/;

/** Masks secrets in the lines of a source. One of several lines masks all. */
export function scrubContext({ before, line, after }: SourceContext): SourceContext {
  const lines = [...before, line, ...after];
  const scrubbed = scrub(lines.map((text) => (encoded.test(text) ? masked : text)).join('\n')).split('\n');
  const shown = scrubbed.length === lines.length ? scrubbed : lines.map(() => masked);
  const at = before.length;
  return { before: shown.slice(0, at), line: shown[at] ?? masked, after: shown.slice(at + 1) };
}
