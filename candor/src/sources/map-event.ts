import type { Place } from './chunk-of-frame.js';
import { stableName } from './function-name.js';
import type { Source } from './source.js';
import type { FindSource } from './stack-text.js';

/** A frame of an event: https://develop.sentry.dev/sdk/foundations/data-model/event-payloads/stacktrace/ */
export type Frame = {
  filename?: string;
  abs_path?: string;
  module?: string;
  function?: string;
  lineno?: number;
  colno?: number;
  in_app?: boolean;
  pre_context?: string[];
  context_line?: string;
  post_context?: string[];
};

type MappedEvent = {
  exception?: { values?: { stacktrace?: { frames?: Frame[] } }[] };
  debug_meta?: { images?: { type?: string; code_file?: string; debug_id?: string }[] };
};

/**
 * The event with the sources of its frames, those of causes and of an AggregateError's members too: they are values of their own.
 * Nothing else of it changes. Frames with a debug id stay: the service has their map.
 * @param withContext whether source text may leave the server
 */
export function mapEvent<Event extends MappedEvent>(
  event: Event,
  find: FindSource,
  { withContext = true } = {},
): Event {
  const values = event.exception?.values;
  if (!Array.isArray(values)) return event;
  const images = event.debug_meta?.images;
  const uploaded = new Set(Array.isArray(images) ? images.map((image) => image?.code_file) : []);
  const mapValue = (value: (typeof values)[number]) => {
    const frames = value?.stacktrace?.frames;
    if (!Array.isArray(frames)) return value;
    const mapped = frames.map((frame) => (isMappable(frame, uploaded) ? mapFrame(frame, find, withContext) : frame));
    return { ...value, stacktrace: { ...value.stacktrace, frames: mapped } };
  };
  return { ...event, exception: { ...event.exception, values: values.map(mapValue) } };
}

/** A sender may have written anything in its place. */
function isMappable(frame: unknown, uploaded: ReadonlySet<unknown>): frame is Frame {
  if (typeof frame !== 'object' || frame === null) return false;
  const { filename, abs_path } = frame as Frame;
  return !uploaded.has(filename ?? '') && !uploaded.has(abs_path ?? '');
}

function mapFrame(frame: Frame, find: FindSource, withContext: boolean): Frame {
  const { abs_path, filename, lineno: line, colno: column } = frame;
  const file = abs_path ?? filename;
  if (typeof file !== 'string' || !isPlace(line) || !isPlace(column)) return frame;
  const source = find(placeOfEval(file) ?? { file, line, column });
  return source ? { ...frame, ...fieldsOf(source, frame, withContext) } : frame;
}

/**
 * Evaluated code is where `eval` was called. The SDK has that in place of a file, here and there without its beginning:
 * `eval at run (/srv/.next/server/a.js:1:20), <anonymous>`.
 */
function placeOfEval(file: string): Place | undefined {
  if (file.length > 2_000 || !file.includes('), ')) return undefined;
  const [, called, line, column] = /^(?:eval at .* \()?(.+?\.[cm]?js):(\d{1,9}):(\d{1,9})\), /.exec(file) ?? [];
  return called === undefined ? undefined : { file: called, line: Number(line), column: Number(column) };
}

const isPlace = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

function fieldsOf({ context, ...source }: Source, frame: Frame, withContext: boolean): Frame {
  return {
    filename: source.file,
    abs_path: source.file,
    module: undefined, // It names the chunk, whose name changes with each build.
    function: source.function ?? stableName(typeof frame.function === 'string' ? frame.function : undefined) ?? '?',
    lineno: source.line,
    colno: source.column,
    in_app: source.inApp,
    ...(withContext && {
      pre_context: context?.before,
      context_line: context?.line,
      post_context: context?.after,
    }),
  };
}
