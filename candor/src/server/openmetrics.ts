import type { Counters } from './counters.js';

// https://prometheus.io/docs/specs/om/open_metrics_spec/#text-format
export const openMetricsType = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

/** The numbers of the counters as OpenMetrics text. What has no number in JSON is 0. */
export function formatOpenMetrics({ reporting, environment, release, delivery, ...counted }: Counters): string {
  const { downSince, oldestQueuedSeconds } = delivery;
  const { patches, policy, frames } = counted;
  const metrics: Record<string, number | Record<string, number> | undefined> = {
    candor_reporting: reporting === 'on' ? 1 : 0,
    candor_events_sent_total: delivery.sent,
    candor_events_dropped_total: delivery.dropped,
    candor_events_queued: delivery.queued,
    candor_oldest_queued_event_age_seconds: oldestQueuedSeconds ?? 0,
    candor_service_down_seconds: downSince === null ? 0 : secondsSince(downSince),
    candor_browser_events_refused_total: delivery.browserEventsRefused,
    candor_browser_errors_ignored_total: counted.ignored,
    candor_patches: { missing: patches.missing.length, 'in effect': patches.inEffect.length },
    candor_patches_missing_in_browsers_total: counted.reportedByBrowsers,
    candor_policy_enforced: policy && (policy.mode === 'enforce' ? 1 : 0),
    candor_browser_reports_total: policy?.reports,
    candor_frames_mapped_total: frames?.mapped,
    candor_frames_left_raw_total: frames?.leftRaw,
  };
  const build = `candor_build_info{release="${escape(release)}",environment="${escape(environment)}"} 1`;
  const lines = Object.entries(metrics).flatMap(([name, value]) => {
    const type = name.endsWith('_total') ? 'counter' : 'gauge';
    const values =
      typeof value === 'object' ? Object.entries(value).map(labeled) : value === undefined ? [] : [` ${value}`];
    return values.length === 0
      ? []
      : [`# TYPE ${name.replace(/_total$/, '')} ${type}`, ...values.map((text) => name + text)];
  });
  return ['# TYPE candor_build info', build, ...lines, '# EOF', ''].join('\n');
}

/** A clock that was set back makes no negative time. */
const secondsSince = (iso: string) => Math.max(0, Math.round((Date.now() - Date.parse(iso)) / 1000));

const labeled = ([name, value]: [string, number]) => `{name="${escape(name)}"} ${value}`;

const escape = (text: string) => text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n');
