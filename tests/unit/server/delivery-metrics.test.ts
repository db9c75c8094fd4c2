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
  delivery: { sent: 0, queued: 0, dropped: {}, oldestQueuedSeconds: null, downSince: null, browserEventsRefused: 0 },
  ignored: {},
  filesOfOtherBuilds: 0,
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
};

test('a server without failures has every metric but those by reason, all 0', () => {
  expect(samplesOf(nothing)).toEqual({
    'candor_build_info{release="1.2.3",environment="staging"}': 1,
    'candor_version_info{name="next",version="16.4.5"}': 1,
    'candor_patch{name="error-digest",state="in effect"}': 1,
    'candor_patch{name="app-paths",state="missing"}': 1,
    'candor_patches_missing_in_browsers_total{name="react-roots"}': 3,
    ...Object.fromEntries(Object.keys(numbers).map((name) => [name, 0])),
    candor_service_down_seconds: 0,
  });
});

test('each counter has its number', () => {
  const dropped = { 'the service responded with 403': 3, 'too many alike': 4 };
  const downSince = new Date(Date.now() - 90_000).toISOString();
  const delivery = { sent: 1, queued: 2, dropped, oldestQueuedSeconds: 5, downSince, browserEventsRefused: 6 };
  const ignored = { 'React suspends': 10 };
  expect(samplesOf({ ...nothing, reporting: 'on', delivery, ignored })).toMatchObject({
    ...numbers,
    'candor_events_dropped_total{reason="the service responded with 403"}': 3,
    'candor_events_dropped_total{reason="too many alike"}': 4,
    'candor_browser_errors_ignored_total{reason="React suspends"}': 10,
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

test.each([
  ['enforce', 1],
  ['report', 0],
])('a policy in the mode %s has the number %i, and those of its reports', (mode, enforced) => {
  expect(samplesOf({ ...nothing, policy: { mode, reports: { crash: 2 } } })).toMatchObject({
    candor_policy_enforced: enforced,
    'candor_browser_reports_total{reason="crash"}': 2,
  });
});
