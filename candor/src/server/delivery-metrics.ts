import type { DeliveryStats } from '../delivery/delivery.js';
import type { MetricFamily } from './openmetrics.js';
import type { PatchStates } from '../monitoring/patch-states.js';
import type { PolicyPart } from './policy-part.js';

/** What `GET /monitoring` tells as JSON and as metrics. Counters are since the start of this process. */
export type Counters = {
  reporting: 'on' | 'off';
  environment: string;
  /** Screens do not ask for a visitor's words; also with `?event=`. */
  feedback?: 'off';
  release: string;
  versions: Record<string, string>;
  patches: PatchStates;
  /** How many pages lacked each patch. */
  reportedByBrowsers: Record<string, number>;
  /** `undefined`: the team has not turned it on. */
  policy?: ReturnType<PolicyPart['state']> | undefined;
  delivery: DeliveryStats & { browserEventsRefused: number };
  /** Errors of pages that became no event, by reason. */
  ignored: Record<string, number>;
  /** How often documents asked for files that this build never had: a cache serves documents of an earlier one. */
  filesOfOtherBuilds: number;
  /** `undefined`: the build has no source maps of Candor's. */
  frames?: FrameCounts | undefined;
};

/** Frames of the log and of events that name their sources now, and those that do not, by reason. */
export type FrameCounts = { mapped: number; leftRaw: Record<string, number> };

/** The same as metrics. A state that has no number in JSON is 0. */
export function metricsOf({ reporting, environment, release, delivery, ignored, ...held }: Counters): MetricFamily[] {
  const { sent, dropped, queued, oldestQueuedSeconds, downSince, browserEventsRefused } = delivery;
  const build = [{ labels: { release, environment }, value: 1 }];
  const { versions, patches, reportedByBrowsers, policy, frames } = held;
  const packages = Object.entries(versions).map(([name, version]) => ({ labels: { name, version }, value: 1 }));
  const states = Object.entries(patches).flatMap(([state, names]) =>
    names.map((name) => ({ labels: { name, state: state === 'inEffect' ? 'in effect' : state }, value: 1 })),
  );
  return [
    metric('info', 'candor_build', 'The build that runs, and where.', build),
    metric('info', 'candor_version', 'The versions that Candor runs with.', packages),
    metric('gauge', 'candor_patch', 'What Candor holds on to in Next, React, the SDK and Node.', states),
    metric(
      'counter',
      'candor_patches_missing_in_browsers',
      'Pages that lacked something that Candor holds on to.',
      Object.entries(reportedByBrowsers).map(([name, value]) => ({ labels: { name }, value })),
    ),
    metric('gauge', 'candor_reporting', '1: reporting is on. 0: it is off.', reporting === 'on' ? 1 : 0),
    metric('counter', 'candor_events_sent', 'Events that the service accepted.', sent),
    metric('counter', 'candor_events_dropped', 'Events that were given up.', byReason(dropped)),
    metric('gauge', 'candor_events_queued', 'Events that wait in the outbox.', queued),
    metric(
      'gauge',
      'candor_oldest_queued_event_age_seconds',
      'How long the oldest event has been waiting; 0: none waits.',
      oldestQueuedSeconds ?? 0,
    ),
    metric(
      'gauge',
      'candor_service_down_seconds',
      'How long the service has accepted nothing, from a minute on; 0: it accepts events.',
      secondsSince(downSince),
    ),
    metric('counter', 'candor_browser_events_refused', 'Events of browsers past the budget.', browserEventsRefused),
    metric('counter', 'candor_browser_errors_ignored', 'Errors of pages that became no event.', byReason(ignored)),
    ...(policy
      ? [
          metric(
            'gauge',
            'candor_policy_enforced',
            '1: the policy blocks. 0: it only reports.',
            policy.mode === 'enforce' ? 1 : 0,
          ),
          metric(
            'counter',
            'candor_browser_reports',
            'Reports that browsers made by themselves.',
            byReason(policy.reports),
          ),
        ]
      : []),
    ...(frames
      ? [
          metric('counter', 'candor_frames_mapped', 'Frames in which the source is named.', frames.mapped),
          metric('counter', 'candor_frames_left_raw', 'Frames of a build that stayed raw.', byReason(frames.leftRaw)),
        ]
      : []),
  ];
}

function metric(
  type: MetricFamily['type'],
  name: string,
  help: string,
  value: number | MetricFamily['samples'],
): MetricFamily {
  return { type, name, help, samples: typeof value === 'number' ? [{ value }] : value };
}

function byReason(counts: Record<string, number>): MetricFamily['samples'] {
  return Object.entries(counts).map(([reason, value]) => ({ labels: { reason }, value }));
}

/** @param iso `null`: no moment. A clock that was set back makes no negative time. */
function secondsSince(iso: string | null): number {
  return iso === null ? 0 : Math.max(0, Math.round((Date.now() - Date.parse(iso)) / 1000));
}
