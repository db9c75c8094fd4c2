import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Counters } from '../../../candor/src/monitoring/counters';
import { formatOpenMetrics } from '../../../candor/src/monitoring/openmetrics';
import { parseOpenMetrics } from '../../support/parse-openmetrics';
import { checkAny } from '../envelope/check-property';

const delivery = { sent: 0, queued: 0, dropped: {}, oldestQueuedSeconds: null, downSince: null };
const nothing: Counters = {
  reporting: 'off',
  environment: 'staging',
  release: '1.2.3',
  versions: { next: '16.4.5' },
  patches: { inEffect: ['error-digest'], missing: [], unproven: [] },
  reportedByBrowsers: {},
  delivery: { ...delivery, browserEventsRefused: 0 },
  ignored: {},
};

const samplesOf = (counters: Partial<Counters>) => {
  const families = parseOpenMetrics(formatOpenMetrics({ ...nothing, ...counters }));
  return Object.assign({}, ...Object.values(families).map(({ samples }) => samples)) as Record<string, number>;
};
const withDelivery = (changed: Partial<Counters['delivery']>) =>
  samplesOf({ delivery: { ...nothing.delivery, ...changed } });

test('each number of the JSON has its metric: 0 without failures, and those by name only then', () => {
  const dropped = { 'the service responded with 403': 3, 'too many alike': 4 };
  const waiting = { ...delivery, queued: 2, queuedHere: 12, oldestQueuedSeconds: 5 };
  const all: Counters = {
    ...nothing,
    reporting: 'on',
    delivery: { ...waiting, sent: 1, dropped, browserEventsRefused: 6 },
    ignored: { 'React suspends': 10 },
    patches: { inEffect: [], missing: ['dist-folder'], unproven: [] },
    reportedByBrowsers: { 'react-roots': 7 },
    policy: { mode: 'enforce', reports: { crash: 8 } },
    frames: { mapped: 9, leftRaw: { 'no map': 11 } },
  };
  const metrics: Record<string, [withoutFailures: number | undefined, withAll: number]> = {
    'candor_build_info{release="1.2.3",environment="staging"}': [1, 1],
    candor_reporting: [0, 1],
    candor_events_sent_total: [0, 1],
    candor_events_queued: [0, 2],
    candor_events_queued_here: [undefined, 12],
    'candor_events_dropped_total{name="the service responded with 403"}': [undefined, 3],
    'candor_events_dropped_total{name="too many alike"}': [undefined, 4],
    candor_oldest_queued_event_age_seconds: [0, 5],
    candor_service_down_seconds: [0, 0],
    candor_browser_events_refused_total: [0, 6],
    'candor_browser_errors_ignored_total{name="React suspends"}': [undefined, 10],
    'candor_patches{name="missing"}': [0, 1],
    'candor_patches{name="in effect"}': [1, 0],
    'candor_patches_missing_in_browsers_total{name="react-roots"}': [undefined, 7],
    candor_policy_enforced: [undefined, 1],
    'candor_browser_reports_total{name="crash"}': [undefined, 8],
    candor_frames_mapped_total: [undefined, 9],
    'candor_frames_left_raw_total{name="no map"}': [undefined, 11],
  };
  const column = (index: 0 | 1) => Object.fromEntries(Object.entries(metrics).map(([name, row]) => [name, row[index]]));
  expect(samplesOf({})).toEqual(column(0));
  expect(samplesOf(all)).toEqual(column(1));
  expect(Object.keys(withDelivery({ queued: null })).filter((name) => name.includes('queued'))).toEqual([]);
  expect(samplesOf({ policy: { mode: 'report', reports: {} } })).toMatchObject({ candor_policy_enforced: 0 });
});

test.each([
  ['90 s ago', 90_000, 90],
  ['later, by a clock that was set back,', -3_600_000, 0],
])('a service that went down %s is down for as many seconds', (_, agoMs, seconds) => {
  const downSince = new Date(Date.now() - agoMs).toISOString();
  const { candor_service_down_seconds: down = NaN } = withDelivery({ downSince });
  expect(down - seconds).toBeGreaterThanOrEqual(0);
  expect(down - seconds).toBeLessThan(10);
});

test('no text in a label begins a line, ends a label, or is lost', () => {
  const unescape = (text: string) => text.replace(/\\(.)/g, (_, escaped) => (escaped === 'n' ? '\n' : String(escaped)));
  checkAny(100, fc.string({ unit: 'binary' }), (reason) => {
    const names = Object.keys(samplesOf({ ignored: { [reason]: 1 } })).map(unescape);
    expect(names).toContain(`candor_browser_errors_ignored_total{name="${reason}"}`);
  });
});
