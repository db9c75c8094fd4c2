import { scrub } from './scrub.js';
import { isObject } from '../shared/is-record.js';

const lineLength = 1_000;
const stackLength = 8_000;
const innerStackLength = 2_000;
// Longer than the shown text, since scrubbing shortens it.
const scrubbedLength = 64_000;
const maxDepth = 5;
const maxErrors = 10;

/** Without control, format and line-breaking characters, and truncated. */
export function oneLine(text: string, maxLength = lineLength): string {
  return text.slice(0, maxLength).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ');
}

type Described<Name extends string> = { [name in Name]: string } & {
  message: string;
  stack?: string;
  code?: string | number;
  cause?: Described<Name>;
  errors?: Described<Name>[];
};

/** A thrown value, whose getters were called once: its texts may contain anything, and each stack is as V8 wrote it. */
export type ReadError = Described<'name'>;
export type ErrorDescription = Described<'type'>;

export const describeError = (thrown: unknown): ErrorDescription => describeRead(readError(thrown));

/** At most 5 levels deep, at most 10 errors in all, and each object once. Getters may throw. */
export function readError(thrown: unknown): ReadError {
  const seen = new Set<unknown>();
  let left = maxErrors;

  function read(value: unknown, depth: number): ReadError | undefined {
    if (left === 0 || depth > maxDepth || seen.has(value)) return undefined;
    left -= 1;
    if (typeof value === 'object') seen.add(value);
    try {
      return readValue(value, depth);
    } catch (error) {
      return { name: typeof value, message: start(`cannot be read: ${reasonOf(error)}`) };
    }
  }

  function readValue(value: unknown, depth: number): ReadError {
    if (!isError(value)) return { name: typeof value, message: start(messageOf(value)) };
    const { name, stack } = value;
    const { code, cause, errors } = detailsOf(value);
    const members = Array.isArray(errors) ? errors.slice(0, maxErrors) : [];
    return {
      name: typeof name === 'string' ? start(name) : 'Error',
      message: start(messageOf(value)),
      stack: typeof stack === 'string' ? start(stack) : undefined,
      code: typeof code === 'string' ? start(code) : typeof code === 'number' ? code : undefined,
      cause: cause === undefined || cause === null ? undefined : read(cause, depth + 1),
      errors: members.length === 0 ? undefined : members.flatMap((member) => read(member, depth + 1) ?? []),
    };
  }

  return read(thrown, 0) ?? { name: typeof thrown, message: '' };
}

/** For the log: scrubbed, on one line each, and truncated. */
export function describeRead(read: ReadError, maxStack = stackLength): ErrorDescription {
  const { name, message, stack, code, cause, errors } = read;
  const describeInner = (inner: ReadError) => describeRead(inner, innerStackLength);
  return {
    type: logText(name, 100),
    message: logText(message),
    stack: stack === undefined ? undefined : oneLineEach(stack, maxStack),
    code: typeof code === 'string' ? logText(code, 100) : code,
    cause: cause && describeInner(cause),
    errors: errors?.map(describeInner),
  };
}

/** The edge runtime in the server's process has an `Error` of its own. */
function isError(value: unknown): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]';
}

function detailsOf(error: Error): { code?: unknown; cause?: unknown; errors?: unknown } {
  try {
    const { code, cause, errors } = error as Error & { code?: unknown; errors?: unknown };
    return { code, cause, errors };
  } catch {
    return {}; // A getter threw. Type, message and stack are known.
  }
}

function reasonOf(error: unknown): string {
  try {
    return messageOf(error);
  } catch {
    return 'nor can the reason';
  }
}

function messageOf(thrown: unknown): string {
  if (!isObject(thrown)) return String(thrown);
  if ('message' in thrown && typeof thrown.message === 'string') return thrown.message;
  return Object.prototype.toString.call(thrown);
}

function oneLineEach(stack: string, maxLength: number): string {
  const lines = scrubStart(stack)
    .split('\n')
    .map((line) => oneLine(line));
  return lines.join('\n').slice(0, maxLength);
}

/** Text from outside for the log: scrubbed, except under the development server, and on one line. */
export function logText(text: string, maxLength?: number): string {
  return oneLine(scrubStart(text), maxLength);
}

const start = (text: string) => text.slice(0, scrubbedLength);

function scrubStart(text: string): string {
  return process.env.NODE_ENV === 'development' ? start(text) : scrub(start(text));
}
