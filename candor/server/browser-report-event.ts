import type { ErrorEvent } from '@sentry/core';
import type { BrowserReport } from '../delivery/browser-reports';
import { openEnvelope, type Envelope } from '../delivery/envelope';
import { scrub } from '../scrubbing/scrub';
import { scrubEvent } from '../scrubbing/scrub-event';
import { oneLine } from './log-format';

/** A browser report as the log and the event name it. */
export type NamedReport = {
  level: 'warn' | 'error';
  /** What tells it from other reports. */
  key: readonly string[];
  /** The page's path, without secrets. */
  path: string;
  route: string | undefined;
  fields: Record<string, string | number | undefined>;
};

/** @param routeOf the pattern of the route of a path; `undefined`: it is not known */
export function nameReport(report: BrowserReport, routeOf: (path: string) => string | undefined): NamedReport {
  const { pathname } = new URL(report.url);
  const path = textOf(pathname);
  const route = routeOf(pathname);
  const page = route ?? path;
  if (report.type === 'crash') {
    const { type, reason } = report;
    return { level: 'error', key: [type, reason, page], path, route, fields: { type, reason } };
  }
  const { type, directive, disposition, line, column } = report;
  const blocked = textOf(report.blocked);
  const source = report.source && textOf(report.source);
  const fields = { type, directive, blocked, disposition, source, line, column };
  return { level: 'warn', key: [type, disposition, directive, blocked, page], path, route, fields };
}

/** The envelope of a report's event. `arrivedAt` is in ms since 1970. */
export function envelopeOfReport(
  report: BrowserReport,
  { level, key, path, route, fields }: NamedReport,
  about: { eventId: string; arrivedAt: number; environment: string; release: string; userAgent: string | undefined },
): Envelope {
  const { eventId, arrivedAt, environment, release, userAgent } = about;
  const mechanism = report.type === 'crash' ? 'crash' : 'csp';
  const { reason, directive, blocked, disposition } = fields;
  const event = scrubEvent({
    type: undefined,
    event_id: eventId,
    timestamp: (arrivedAt - report.ageMs) / 1000,
    platform: 'javascript',
    level: level === 'warn' ? 'warning' : level,
    environment,
    release,
    transaction: route ?? path,
    exception: { values: [{ ...describe(report), mechanism: { type: mechanism, handled: mechanism === 'csp' } }] },
    tags: { mechanism, reason, directive, blocked, disposition, path, route },
    contexts: { browser_report: fields },
    fingerprint: [...key],
    request: { url: report.url, ...(userAgent !== undefined && { headers: { 'User-Agent': userAgent } }) },
  } satisfies ErrorEvent);
  const lines = [{ event_id: eventId, sent_at: new Date(arrivedAt).toISOString() }, { type: 'event' }, event];
  return openEnvelope(Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n')));
}

function describe(report: BrowserReport): { type: string; value: string } {
  if (report.type === 'crash') return { type: 'Crash', value: crashes[report.reason] };
  const { directive, blocked, disposition } = report;
  const verb = disposition === 'enforce' ? 'blocks' : 'would block';
  return { type: 'CSP violation', value: `${directive} ${verb} ${blocked}` };
}

const crashes = {
  oom: 'The page ran out of memory.',
  unresponsive: 'The page did not respond any more.',
  unknown: 'The page crashed.',
};

function textOf(address: string): string {
  return oneLine(scrub(address), 200);
}
