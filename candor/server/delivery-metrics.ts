import type { DeliveryReport } from '../delivery/delivery';
import type { MetricFamily } from './openmetrics';
import type { NodeContext } from './server-context';

/** What `GET /monitoring` tells as JSON and as metrics. Counters are since the start of this process. */
export type Counters = {
  reporting: 'on' | 'off';
  environment: string;
  release: string;
  delivery: DeliveryReport & { browserEventsRefused: number };
  browserReports: ReturnType<NodeContext['browserReports']['counters']>;
};

/** The same as metrics. A state that has no number in JSON is 0. */
export function metricsOf({ reporting, environment, release, delivery, browserReports }: Counters): MetricFamily[] {
  return [
    {
      name: 'candor_build',
      type: 'info',
      help: 'The build that runs, and where.',
      samples: [{ labels: { release, environment }, value: 1 }],
    },
    gauge('candor_reporting', '1: reporting is on. 0: it is off.', reporting === 'on' ? 1 : 0),
    counter('candor_events_sent', 'Events that the service accepted.', delivery.sent),
    counterByReason('candor_events_dropped', 'Events that were given up.', delivery.dropped),
    gauge('candor_events_queued', 'Events that wait in the outbox.', delivery.queued),
    seconds(
      'candor_oldest_queued_event_age_seconds',
      'How long the oldest event has been waiting; 0: none waits.',
      delivery.oldestQueuedSeconds ?? 0,
    ),
    seconds(
      'candor_service_down_seconds',
      'How long the service has accepted nothing, from a minute on; 0: it accepts events.',
      secondsSince(delivery.downSince),
    ),
    counter('candor_browser_events_refused', 'Events of browsers past the budget.', delivery.browserEventsRefused),
    counter('candor_browser_reports_received', 'Reports that browsers made by themselves.', browserReports.received),
    counter('candor_browser_reports_logged', 'Those of a kind that was new on its page.', browserReports.logged),
    counter('candor_browser_reports_repeated', 'Those of a kind that was known on its page.', browserReports.repeated),
    counterByReason('candor_browser_reports_ignored', 'Those that were not looked at.', browserReports.ignored),
  ];
}

function gauge(name: string, help: string, value: number): MetricFamily {
  return { name, type: 'gauge', help, samples: [{ value }] };
}

function seconds(name: `${string}_seconds`, help: string, value: number): MetricFamily {
  return { name, type: 'gauge', unit: 'seconds', help, samples: [{ value }] };
}

function counter(name: string, help: string, value: number): MetricFamily {
  return { name, type: 'counter', help, samples: [{ value }] };
}

function counterByReason(name: string, help: string, counts: Record<string, number>): MetricFamily {
  const samples = Object.entries(counts).map(([reason, value]) => ({ labels: { reason }, value }));
  return { name, type: 'counter', help, samples };
}

/** @param iso `null`: no moment. A clock that was set back makes no negative time. */
function secondsSince(iso: string | null): number {
  return iso === null ? 0 : Math.max(0, Math.round((Date.now() - Date.parse(iso)) / 1000));
}
