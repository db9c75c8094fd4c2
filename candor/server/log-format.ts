import { scrub } from '../scrubbing/scrub';

const lineLength = 1_000;
const stackLength = 8_000;
// Longer than the shown text, since scrubbing shortens it.
const scrubbedLength = 64_000;

/** Makes text from outside fit for the log: without control, format and line-breaking characters, and truncated. */
export function oneLine(text: string, maxLength = lineLength): string {
  return text.slice(0, maxLength).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ');
}

export type ErrorDescription = { type: string; message: string; stack?: string };

/** Describes a thrown value for the log. Any value can be thrown, and its getters may throw too. */
export function describeError(thrown: unknown): ErrorDescription {
  try {
    return readError(thrown);
  } catch (error) {
    return { type: typeof thrown, message: oneLine(scrubStart(`cannot be read: ${messageOf(error)}`)) };
  }
}

function readError(thrown: unknown): ErrorDescription {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: oneLine(scrubStart(messageOf(thrown))) };
  const { name, stack } = thrown;
  return {
    type: typeof name === 'string' ? oneLine(scrubStart(name), 100) : 'Error',
    message: oneLine(scrubStart(messageOf(thrown))),
    stack: typeof stack === 'string' ? oneLineEach(stack) : undefined,
  };
}

function messageOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown);
  if ('message' in thrown && typeof thrown.message === 'string') return thrown.message;
  return Object.prototype.toString.call(thrown);
}

function oneLineEach(stack: string): string {
  const lines = scrubStart(stack)
    .split('\n')
    .map((line) => oneLine(line));
  return lines.join('\n').slice(0, stackLength);
}

function scrubStart(text: string): string {
  return scrub(text.slice(0, scrubbedLength));
}
