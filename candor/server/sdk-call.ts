import type { SeverityLevel } from '@sentry/core';
import type { Log } from '../log-messages';
import type { CaptureContext } from './failure';
import type { Scopes } from './request-context';

/** A call of the SDK by a team or a library. The SDK has returned the event's id already. */
export type SdkCall = {
  eventId: string;
  scopes: Scopes;
  repeat: NonNullable<CaptureContext['repeat']>;
} & SdkSubject;

/** An error that was caught; or a message or another event, for the log. */
export type SdkSubject = { thrown: unknown } | { message: string; severity: SeverityLevel | undefined };

export function logLevelOf(severity: SeverityLevel = 'info'): keyof Log {
  if (severity === 'fatal' || severity === 'error') return 'error';
  return severity === 'warning' ? 'warn' : 'info';
}
