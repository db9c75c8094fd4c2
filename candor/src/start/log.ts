import type { Log, Message } from '../shared/log-messages.js';
import { escapeInvisible } from '../scrubbing/escape-invisible.js';

/** One JSON line an entry. */
export function createLog(writeLine: (line: string) => void): Log {
  const entry = (level: keyof Log) => (fields: object, msg: Message) =>
    writeLine(escapeInvisible(JSON.stringify({ level, time: new Date().toISOString(), ...fields, msg })));
  return { info: entry('info'), warn: entry('warn'), error: entry('error') };
}
