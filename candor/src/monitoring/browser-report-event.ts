import type { ErrorEvent } from '#sentry/core';
import type { BrowserReport } from './read-browser-reports.js';
import { openEnvelope, type Envelope } from '../envelope/envelope.js';
import { scrub } from '../scrubbing/scrub.js';
import { scrubEvent } from '../scrubbing/scrub-event.js';
import { oneLine } from '../scrubbing/log-format.js';

const maxLength = 200;
// Longer than the shown text, since scrubbing shortens it.
const scrubbedLength = 1_000;

/** A browser report as the log and the event name it: without secrets. */
export type NamedReport = {
  level: 'warn' | 'error';
  path: string;
  route: string | undefined;
  fields: Record<string, string | number | undefined>;
};

/**
 * Identifies a report among others. Nobody sees it: it is made for every report, and scrubbing takes too long for that.
 * @param route that of the report's page; `undefined`: it is not known, and the path counts
 */
export function keyOf(report: BrowserReport, route: string | undefined): string {
  return JSON.stringify([...kindOf(report), route ?? new URL(report.url).pathname.slice(0, maxLength)]);
}

export function nameReport(report: BrowserReport, route: string | undefined): NamedReport {
  const path = addressText(new URL(report.url).pathname);
  if (report.type === 'crash') return { level: 'error', path, route, fields: { reason: report.reason } };
  const { directive, disposition, line, column, source } = report;
  const fields = {
    directive,
    blocked: addressText(report.blocked),
    disposition,
    source: source && addressText(source),
    line,
    column,
  };
  return { level: 'warn', path, route, fields };
}

/** The envelope of a report's event. `arrivedAt` is in ms since 1970. */
export function envelopeOfReport(
  report: BrowserReport,
  { level, path, route, fields }: NamedReport,
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
    exception: {
      values: [{ ...describe(report, fields), mechanism: { type: mechanism, handled: mechanism === 'csp' } }],
    },
    tags: { mechanism, reason, directive, blocked, disposition, path, route },
    contexts: { browser_report: fields },
    fingerprint: [...kindOf(report), route ?? path].map(addressText),
    request: {
      url: new URL(report.url).origin + path,
      ...(userAgent !== undefined && { headers: { 'User-Agent': userAgent } }),
    },
  } satisfies ErrorEvent);
  const lines = [{ event_id: eventId, sent_at: new Date(arrivedAt).toISOString() }, { type: 'event' }, event];
  return openEnvelope(Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n')));
}

function describe(report: BrowserReport, { blocked }: NamedReport['fields']): { type: string; value: string } {
  if (report.type === 'crash') return { type: 'Crash', value: crashes[report.reason] };
  const verb = report.disposition === 'enforce' ? 'blocks' : 'would block';
  return { type: 'CSP violation', value: `${report.directive} ${verb} ${blocked}` };
}

const crashes = {
  oom: 'The page ran out of memory.',
  unresponsive: 'The page did not respond any more.',
  unknown: 'The page crashed.',
};

function kindOf(report: BrowserReport): string[] {
  if (report.type === 'crash') return [report.type, report.reason];
  return [report.type, report.disposition, report.directive, report.blocked];
}

function addressText(address: string): string {
  return oneLine(scrub(address.slice(0, scrubbedLength)), maxLength);
}
