import { oneLine, type ErrorDescription } from '../scrubbing/log-format.js';
import type { Log, Message } from '../shared/log-messages.js';
import { createLog } from './log.js';

const failures: ReadonlySet<Message> = new Set([
  'request failed',
  'error reported',
  'event reported',
  'process failed',
]);

/** What a line of a failure has, as far as people need it. */
type FailureFields = {
  digest?: string;
  event?: string;
  message?: string;
  error?: ErrorDescription;
  notCaptured?: unknown;
  dropped?: string;
};

/**
 * The log of a development server on a terminal: a failure is one short line for people, since Next prints its stack. Every other
 * entry is one of the log.
 * @param inboxUrl the local inbox, if events go there
 */
export function createTerminalLog(writeLine: (line: string) => void, inboxUrl?: string): Log {
  const entries = createLog(writeLine);
  const entry = (level: keyof Log) => (fields: object, msg: Message) =>
    failures.has(msg) ? writeLine(failureLine(fields, inboxUrl)) : entries[level](fields, msg);
  return { info: entry('info'), warn: entry('warn'), error: entry('error') };
}

/** What, where in the source, its reference, and where the event is. */
function failureLine(fields: FailureFields, inboxUrl: string | undefined): string {
  const { digest, event = digest, message, error, notCaptured, dropped } = fields;
  const isInInbox = inboxUrl !== undefined && event !== undefined && !notCaptured && !dropped;
  const parts = [
    error ? `${error.type}: ${oneLine(error.message, 200)}` : oneLine(message ?? '', 200),
    sourceIn(error?.stack),
    digest,
    isInInbox ? `${inboxUrl}/telemetry/errors/${event}/details` : dropped,
  ];
  return `✗ ${parts.filter(Boolean).join(' · ')}`;
}

// Of a file of the team, which is relative to the project: those of Next, of Node and of a bundler are not.
const ownPlace = /^(?!node_modules\/|<)[^/\\:][^:]*:\d+:\d+$/;

/** The innermost frame of the team. The lines before the frames are the message, which may look like one. */
function sourceIn(stack = ''): string | undefined {
  const lines = stack.split('\n');
  const frames = lines.slice(lines.map((line) => /^\s+at /.test(line)).lastIndexOf(false) + 1);
  return frames
    .map((line) => line.replace(/^\s+at (?:async |new )*/, ''))
    .find((called) => ownPlace.test(called.endsWith(')') ? called.slice(called.indexOf(' (') + 2, -1) : called));
}
