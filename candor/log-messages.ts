/** Every `msg` of the log, and what its line says. The README's table is made from this, and no other text is logged. */
export const logMessages = {
  'request failed':
    'once for each failed request: `digest`, `method`, `path` without its query, `route`, `release`, `environment`, `error`. Past 2,000 alike it has no stack, and `dropped` says why',
  'process failed': 'for every uncaught exception and unhandled rejection, with a digest of its own',
  'request rejected':
    'a request that Next cannot take, which is only its sender’s fault and no event: `reason` and `count`, one line a minute for each reason; the first has `path` and `digest`',
  'sample failures limited': 'the example page has failed `FAILURES_PER_MINUTE` times: at most once a minute',
  'event accepted': 'for every event that came through the tunnel: `event` (its id) and `state`',
  'event not delivered':
    'the service refused an event or could not be reached: `event`, `status`, `reason`, `detail`, and what comes `next`',
  'browser events limited':
    '`BROWSER_EVENTS_PER_HOUR` or `BROWSER_EVENTS_PER_DAY` is used up: once an hour or a day, with the `limit`',
  'outbox full':
    'past 64 MiB, 10,000 envelopes or 30 days the oldest were dropped, from the source that had more: `dropped`, `events`',
  'outbox files quarantined':
    '`found` more files, `count` in all, are named like envelopes and cannot be used: `reason`, and one of them, `file`',
  'the outbox cannot be read': 'what the disk says, as `reason`; kept events wait',
  'the outbox cannot be written':
    'what the disk says, as `reason`. Until it can, events of the server wait in memory, and browsers are asked to try again later',
  'the outbox can be read again': 'once, after it could not',
  'the outbox can be written again': 'once, after it could not',
  'reporting is down': 'the service has taken nothing for a minute or longer: `since`',
  'reporting is up again': 'the service takes events again',
  'reporting is off': 'once, at the start, without a `SENTRY_DSN`',
} as const;

export type Message = keyof typeof logMessages;

/** One entry is one line: its fields and, as `msg`, what happened. */
export type Log = { [level in 'info' | 'warn' | 'error']: (fields: object, msg: Message) => void };
