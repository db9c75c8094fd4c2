import { scrub } from './scrub.js';

const lineLength = 1_000;
const stackLength = 8_000;
const innerStackLength = 2_000;
// Longer than the shown text, since scrubbing shortens it.
const scrubbedLength = 64_000;
const maxDepth = 5;
/** All errors of a line, with their causes and the members of an `AggregateError`. */
const maxErrors = 10;

/** Text from outside as it may stand in the log: without control, format and line-breaking characters, and truncated. */
export function oneLine(text: string, maxLength = lineLength): string {
  return text.slice(0, maxLength).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ');
}

export type ErrorDescription = {
  type: string;
  message: string;
  stack?: string;
  code?: string | number;
  cause?: ErrorDescription;
  /** The members of an `AggregateError`. */
  errors?: ErrorDescription[];
};

/**
 * Describes a thrown value for the log, with its causes: at most 5 levels deep, at most 10 errors in all, and each object
 * once. Any value can be thrown, and its getters may throw too.
 */
export function describeError(thrown: unknown): ErrorDescription {
  const seen = new Set<unknown>();
  let left = maxErrors;

  function describe(value: unknown, depth: number): ErrorDescription | undefined {
    if (left === 0 || depth > maxDepth || seen.has(value)) return undefined;
    left -= 1;
    if (typeof value === 'object') seen.add(value);
    try {
      return readError(value, depth);
    } catch (error) {
      return { type: typeof value, message: logText(`cannot be read: ${messageOf(error)}`) };
    }
  }

  function readError(value: unknown, depth: number): ErrorDescription {
    if (!(value instanceof Error)) return { type: typeof value, message: logText(messageOf(value)) };
    const { name, stack } = value;
    const { code, cause, errors } = detailsOf(value);
    const members = Array.isArray(errors) ? errors.slice(0, maxErrors) : [];
    return {
      type: typeof name === 'string' ? logText(name, 100) : 'Error',
      message: logText(messageOf(value)),
      stack: typeof stack === 'string' ? oneLineEach(stack, depth === 0 ? stackLength : innerStackLength) : undefined,
      code: typeof code === 'string' ? logText(code, 100) : typeof code === 'number' ? code : undefined,
      cause: cause === undefined || cause === null ? undefined : describe(cause, depth + 1),
      errors: members.length === 0 ? undefined : members.flatMap((member) => describe(member, depth + 1) ?? []),
    };
  }

  return describe(thrown, 0) ?? { type: typeof thrown, message: '' };
}

function detailsOf(error: Error): { code?: unknown; cause?: unknown; errors?: unknown } {
  try {
    const { code, cause, errors } = error as Error & { code?: unknown; errors?: unknown };
    return { code, cause, errors };
  } catch {
    return {}; // A getter threw. Type, message and stack are known.
  }
}

function messageOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown);
  if ('message' in thrown && typeof thrown.message === 'string') return thrown.message;
  return Object.prototype.toString.call(thrown);
}

function oneLineEach(stack: string, maxLength: number): string {
  const lines = scrubStart(stack)
    .split('\n')
    .map((line) => oneLine(line));
  return lines.join('\n').slice(0, maxLength);
}

/** Text from outside as it may stand in the log: scrubbed, except under the development server, and on one line. */
export function logText(text: string, maxLength?: number): string {
  return oneLine(scrubStart(text), maxLength);
}

function scrubStart(text: string): string {
  const start = text.slice(0, scrubbedLength);
  return process.env.NODE_ENV === 'development' ? start : scrub(start);
}
