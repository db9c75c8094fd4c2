import { expect, test } from 'vitest';
import { metricsOf, type Counters } from '../../../candor/src/server/delivery-metrics';
import { formatOpenMetrics } from '../../../candor/src/server/openmetrics';
import { parseOpenMetrics } from '../../support/parse-openmetrics';

const nothing: Counters = {
  reporting: 'off',
  environment: 'staging',
  release: '1.2.3',
  versions: { next: '16.4.5' },
  patches: { inEffect: ['error-digest'], missing: ['app-paths'], unproven: [] },
  reportedByBrowsers: { 'react-roots': 3 },
  policy: 'enforced',
  delivery: { sent: 0, queued: 0, dropped: {}, oldestQueuedSeconds: null, downSince: null, browserEventsRefused: 0 },
  browserReports: { received: 0, logged: 0, repeated: 0, ignored: {} },
};

const samplesOf = (counters: Counters) =>
  Object.assign(
    {},
    ...Object.values(parseOpenMetrics(formatOpenMetrics(metricsOf(counters)))).map(({ samples }) => samples),
  );

/** Of each metric that is not by reason its number in the test of all. */
const numbers = {
  candor_reporting: 1,
  candor_events_sent_total: 1,
  candor_events_queued: 2,
  candor_oldest_queued_event_age_seconds: 5,
  candor_browser_events_refused_total: 6,
  candor_browser_reports_received_total: 7,
  candor_browser_reports_logged_total: 8,
  candor_browser_reports_repeated_total: 9,
};

test('a server without failures has every metric but those by reason, all 0', () => {
  expect(samplesOf(nothing)).toEqual({
    'candor_build_info{release="1.2.3",environment="staging"}': 1,
    'candor_version_info{name="next",version="16.4.5"}': 1,
    'candor_patch{name="error-digest",state="in effect"}': 1,
    'candor_patch{name="app-paths",state="missing"}': 1,
    'candor_patches_missing_in_browsers_total{name="react-roots"}': 3,
    candor_policy_relaxed: 0,
    ...Object.fromEntries(Object.keys(numbers).map((name) => [name, 0])),
    candor_service_down_seconds: 0,
  });
});

test('each counter has its number', () => {
  const dropped = { 'the service responded with 403': 3, 'too many alike': 4 };
  const downSince = new Date(Date.now() - 90_000).toISOString();
  const delivery = { sent: 1, queued: 2, dropped, oldestQueuedSeconds: 5, downSince, browserEventsRefused: 6 };
  const browserReports = { received: 7, logged: 8, repeated: 9, ignored: { 'of an extension': 10 } };
  expect(samplesOf({ ...nothing, reporting: 'on', delivery, browserReports })).toMatchObject({
    ...numbers,
    'candor_events_dropped_total{reason="the service responded with 403"}': 3,
    'candor_events_dropped_total{reason="too many alike"}': 4,
    'candor_browser_reports_ignored_total{reason="of an extension"}': 10,
    candor_service_down_seconds: expect.toSatisfy((age) => age >= 90 && age < 100),
  });
});

test('a clock that was set back makes no negative time', () => {
  const downSince = new Date(Date.now() + 3_600_000).toISOString();
  const samples = samplesOf({ ...nothing, delivery: { ...nothing.delivery, downSince } });
  expect(samples).toMatchObject({ candor_service_down_seconds: 0 });
});

test('a build with source maps has the numbers of its frames', () => {
  const frames = { mapped: 3, leftRaw: { 'no map': 2 } };
  expect(samplesOf({ ...nothing, frames })).toMatchObject({
    candor_frames_mapped_total: 3,
    'candor_frames_left_raw_total{reason="no map"}': 2,
  });
});
