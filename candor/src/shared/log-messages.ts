/** Every `msg` of the log; docs/operating.md says when it is written. */
export const logMessages = [
  'request failed',
  'error reported',
  'event reported',
  'sdk option failed',
  'process failed',
  'request rejected',
  'failed response left as it was',
  'documents of another build are still being served',
  'browser report',
  'policy failed',
  'policy only reports',
  'patch not in effect',
  'source maps cannot be read',
  'the application’s styles cannot be read',
  'messages could not be loaded',
  'browser reports limited',
  'event accepted',
  'event not delivered',
  'browser events limited',
  'outbox full',
  'the outbox cannot be read',
  'the outbox cannot be written',
  'the outbox can be read again',
  'the outbox can be written again',
  'the shared outbox is unavailable',
  'the shared outbox is back',
  'the shared outbox may lose events',
  'reporting is down',
  'reporting is up again',
  'events are delivered within each request',
  'reporting is off',
] as const;

export type Message = (typeof logMessages)[number];

export type Log = { [level in 'info' | 'warn' | 'error']: (fields: object, msg: Message) => void };
