import type { ErrorEvent } from '#sentry/core';
import { openEnvelope, type Envelope } from '../../envelope/envelope.js';
import { oneLine } from '../../scrubbing/log-format.js';
import { scrubEvent } from '../../scrubbing/scrub-event.js';
import { scrub } from '../../scrubbing/scrub.js';
import type { BrowserReport } from './read-reports.js';

const maxLength = 200;
// Longer than the shown text, since scrubbing shortens it.
const scrubbedLength = 1_000;

/** Without secrets, in one line. */
export function shown(text: string): string {
  return oneLine(scrub(text.slice(0, scrubbedLength)), maxLength);
}

/**
 * A violation is the same on every page: what something in front of the server writes into all of them is one kind.
 * @param route of the report's page, or its path
 */
export function kindOf(report: BrowserReport, route: string): string[] {
  if (report.type === 'crash') return [report.type, report.reason, route];
  return [report.type, report.disposition, report.directive, report.blocked];
}

type About = {
  eventId: string;
  arrivedAt: number;
  environment: string;
  release: string;
  userAgent: string | undefined;
  path: string;
  route: string | undefined;
};

export function envelopeOfReport(report: BrowserReport, fields: Record<string, unknown>, about: About): Envelope {
  const { eventId, arrivedAt, environment, release, userAgent, path, route } = about;
  const isCrash = report.type === 'crash';
  const { reason, directive, blocked, disposition } = fields as Record<string, string | undefined>;
  const mechanism = isCrash ? 'crash' : 'csp';
  const [type, value] = isCrash
    ? ['Crash', crashes[report.reason]]
    : ['CSP violation', `${report.directive} blocks ${blocked}`];
  const event = scrubEvent({
    type: undefined,
    event_id: eventId,
    timestamp: (arrivedAt - report.ageMs) / 1000,
    platform: 'javascript',
    level: isCrash ? 'error' : 'warning',
    environment,
    release,
    transaction: route ?? path,
    exception: { values: [{ type, value, mechanism: { type: mechanism, handled: !isCrash } }] },
    tags: { mechanism, reason, directive, blocked, disposition, path, route },
    contexts: { browser_report: fields },
    fingerprint: kindOf(report, route ?? path).map(shown),
    request: {
      url: new URL(report.url).origin + path,
      ...(userAgent !== undefined && { headers: { 'User-Agent': userAgent } }),
    },
  } satisfies ErrorEvent);
  const lines = [{ event_id: eventId, sent_at: new Date(arrivedAt).toISOString() }, { type: 'event' }, event];
  return openEnvelope(Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n')));
}

const crashes = {
  oom: 'The page ran out of memory.',
  unresponsive: 'The page no longer responded.',
  unknown: 'The page crashed.',
};
