import { scrub } from '../scrubbing/scrub';

const lineLength = 1_000;
const stackLength = 8_000;
// Somewhat more than is shown is looked through, since masking makes it shorter.
const scrubbedLength = 64_000;

/** Text from outside, made fit for the log: no control, format or line-breaking characters, and not without end. */
export function oneLine(text: string, maxLength = lineLength): string {
  return text.slice(0, maxLength).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ');
}

/** What was thrown, as the log shows it. Anything can be thrown, so nothing is asked of it but its own text. */
export function describeThrown(thrown: unknown): Described {
  try {
    return describe(thrown);
  } catch (error) {
    return { type: typeof thrown, message: oneLine(scrubStart(`cannot be read: ${messageOf(error)}`)) }; // One of its getters has thrown.
  }
}

type Described = { type: string; message: string; stack?: string };

function describe(thrown: unknown): Described {
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
