import type { Counters } from './counters.js';

/** What is not known has no sample. */
export function formatOpenMetrics({ reporting, environment, release, delivery, patches, policy, ...rest }: Counters) {
  const metrics: Record<string, number | Record<string, number> | null | undefined> = {
    candor_reporting: Number(reporting === 'on'),
    candor_events_sent_total: delivery.sent,
    candor_events_dropped_total: delivery.dropped,
    candor_events_queued: delivery.queued,
    candor_oldest_queued_event_age_seconds: delivery.queued === null ? null : (delivery.oldestQueuedSeconds ?? 0),
    candor_service_down_seconds: delivery.downSince === null ? 0 : secondsSince(delivery.downSince),
    candor_events_queued_here: delivery.queuedHere,
    candor_browser_events_refused_total: delivery.browserEventsRefused,
    candor_browser_errors_ignored_total: rest.ignored,
    candor_patches: { missing: patches.missing.length, 'in effect': patches.inEffect.length },
    candor_patches_missing_in_browsers_total: rest.reportedByBrowsers,
    candor_policy_enforced: policy && Number(policy.mode === 'enforce'),
    candor_browser_reports_total: policy?.reports,
    candor_frames_mapped_total: rest.frames?.mapped,
    candor_frames_left_raw_total: rest.frames?.leftRaw,
  };
  const build = `candor_build_info{release="${escape(release)}",environment="${escape(environment)}"} 1`;
  const lines = Object.entries(metrics).flatMap(([name, value]) => {
    const samples = typeof value === 'number' ? [` ${value}`] : Object.entries(value ?? {}).map(labeled);
    const type = name.endsWith('_total') ? 'counter' : 'gauge';
    return samples.map(
      (text, at) => `${at > 0 ? '' : `# TYPE ${name.replace(/_total$/, '')} ${type}\n`}${name}${text}`,
    );
  });
  return ['# TYPE candor_build info', build, ...lines, '# EOF', ''].join('\n');
}

/** A clock that was set back makes no negative time. */
const secondsSince = (iso: string) => Math.max(0, Math.round((Date.now() - Date.parse(iso)) / 1000));

const labeled = ([name, value]: [string, number]) => `{name="${escape(name)}"} ${value}`;

const escape = (text: string) => text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n');
