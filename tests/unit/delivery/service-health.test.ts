import { beforeEach, expect, test, vi } from 'vitest';
import { createServiceHealth } from '../../../candor/src/delivery/service-health';
import type { ServiceLimits } from '../../../candor/src/delivery/service-response';
import { fakeTimeInEachTest } from './set-up-delivery';

fakeTimeInEachTest();

const hourMs = 3_600_000;
const pass = (ms: number) => vi.advanceTimersByTime(ms);

let health: ReturnType<typeof createServiceHealth>;
beforeEach(() => (health = createServiceHealth()));

/** In seconds: of errors and of feedback. */
function pauses() {
  const [error, feedback] = [health.pauseLeftMs('error'), health.pauseLeftMs('feedback')];
  expect([health.isPaused('error'), health.isPaused('feedback')]).toEqual([error > 0, feedback > 0]);
  expect(health.pauseLeftMs(), 'until anything can be sent').toBe(Math.min(error, feedback));
  return [error / 1_000, feedback / 1_000];
}

test('the pause after a failed attempt doubles with every failure after the last pause, up to 5 min', () => {
  const all = Array.from({ length: 10 }, () => {
    health.recordFailedAttempt('error');
    const [pause = 0] = pauses();
    pass(pause * 1_000);
    return pause;
  });
  expect(all).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
});

test.each([0, 1, 5, 100, 2_000])('a pause after %i failures is from 1 s to 5 min, and varies at random', (failures) => {
  const chances = [0, 0.25, 0.5, 0.75, 0.999_999];
  const all = chances.map((chance) => {
    vi.mocked(Math.random).mockReturnValue(chance);
    health = createServiceHealth();
    health.adopt({ all: 0, error: 0, feedback: 0, failingForMs: 0, failures });
    health.recordFailedAttempt('error');
    return health.pauseLeftMs('error');
  });
  expect(Math.min(...all)).toBeGreaterThanOrEqual(1_000);
  expect(Math.max(...all)).toBeLessThanOrEqual(300_000);
  expect(new Set(all).size).toBe(chances.length);
});

// A number: so many ms pass.
test.each<[string, (ServiceLimits | 'failure' | 'response' | number)[], errors: number, feedback: number]>([
  ['is not there at first', [], 0, 0],
  ['after a failed attempt is not over early', ['failure', 1_999], 0.001, 0.001],
  ['is short again once the service has responded', ['failure', 2_000, 'failure', 4_000, 'response', 'failure'], 2, 2],
  ['is no longer when many attempts in flight together fail', Array(64).fill('failure'), 2, 2],
  ['of the service is not shortened by a later one, or by ours', [{ all: 60 }, { all: 7 }, 'failure'], 60, 60],
  ['of the service is lengthened by a later one', [{ all: 60 }, { all: 7 }, 'failure', { all: 61 }], 61, 61],
  ['of the service holds though it responds', [{ all: 60 }, 'response'], 60, 60],
  ['of the service of less than the growing one does not shorten it', ['failure', { all: 1 }], 2, 2],
  ['for one category does not pause the other, also after a failure', [{ error: 60 }, 'failure'], 60, 0],
  ['for one category is one beside that of the other', [{ error: 60 }, 'failure', { feedback: 7 }], 60, 7],
  ['for everything and for a category is the longer one', [{ all: 60, feedback: 90 }], 60, 90],
  ['for other categories pauses nothing', [{ other: 60 }], 0, 0],
  ['of no time leaves a failed attempt its growing pause', [{ all: 0 }, 'failure'], 2, 2],
])('a pause %s', (_, steps, errors, feedback) => {
  for (const step of steps) {
    if (step === 'failure') health.recordFailedAttempt('error');
    else if (step === 'response') health.recordResponse();
    else if (typeof step === 'number') pass(step);
    else health.applyLimits(step);
  }
  expect(pauses()).toEqual([errors, feedback]);
});

test('being down begins with a failure a minute ago and ends with a response, and both are reported once', () => {
  health.recordFailedAttempt('error');
  expect(health.recordResponse()).toBe(false); // That outage was not reported.
  const since = new Date();
  health.recordFailedAttempt('error');
  pass(59_999);
  health.recordFailedAttempt('error');
  expect([health.downSince(), health.markDownReported()]).toEqual([undefined, false]);
  pass(1);
  expect(health.downSince()).toEqual(since);
  expect([health.markDownReported(), health.markDownReported()]).toEqual([true, false]);
  expect(health.downSince()).toEqual(since);
  expect([health.recordResponse(), health.recordResponse()]).toEqual([true, false]);
  expect(health.downSince()).toBeUndefined();
});

test.each([
  ['back an hour', -hourMs],
  ['forward 45 days', 45 * 24 * hourMs],
])('a clock that is set %s changes no pause, makes nothing look down, and moves the start of an outage', (_, setMs) => {
  const since = Date.now();
  health.applyLimits({ error: 60, feedback: 90 });
  health.recordFailedAttempt('error');
  vi.setSystemTime(since + setMs);
  expect(pauses()).toEqual([60, 90]);
  expect(health.downSince()).toBeUndefined();
  pass(60_000);
  expect(pauses()).toEqual([0, 30]);
  expect(health.downSince()).toEqual(new Date(since + setMs));
});
