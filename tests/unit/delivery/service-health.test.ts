import { describe, expect, test } from 'vitest';
import { backoffMs, createServiceHealth } from '../../../candor/delivery/service-health';

const hourMs = 3_600_000;

function setUp(chance = 0) {
  const clock = { now: 1_000, wall: 1_790_000_000_000 };
  const health = createServiceHealth({ now: () => clock.now, wallClock: () => clock.wall, random: () => chance });
  const pass = (ms: number) => {
    clock.now += ms;
    clock.wall += ms;
  };
  return { clock, health, pass };
}

describe('the pause after a failed attempt', () => {
  test('doubles with every failure after the last pause, up to 5 min', () => {
    const { pass, health } = setUp();
    const pauses = Array.from({ length: 10 }, () => {
      health.recordFailedAttempt('error');
      const pause = health.pauseLeftMs();
      pass(pause);
      return pause / 1_000;
    });
    expect(pauses).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  });

  test.each([0, 1, 5, 100, 2_000])('after %i failures is from 1 s to 5 min, and varies at random', (failures) => {
    const pauses = [0, 0.25, 0.5, 0.75, 0.999_999].map((chance) => backoffMs(failures, chance));
    for (const pause of pauses) {
      expect(pause).toBeGreaterThanOrEqual(1_000);
      expect(pause).toBeLessThanOrEqual(300_000);
    }
    expect(new Set(pauses).size).toBe(pauses.length);
  });

  test('is for every category', () => {
    const { health } = setUp();
    health.recordFailedAttempt('error');
    expect([health.pauseLeftMs('error'), health.pauseLeftMs('feedback')]).toEqual([2_000, 2_000]);
  });

  test('is no longer when many attempts in flight together fail', () => {
    const { health } = setUp();
    for (let attempt = 0; attempt < 64; attempt += 1) health.recordFailedAttempt('error');
    expect(health.pauseLeftMs()).toBe(2_000);
  });

  test('ends on time, and is short again once the service has responded', () => {
    const { pass, health } = setUp();
    expect(health.isPaused('error')).toBe(false);
    health.recordFailedAttempt('error');
    pass(1_999);
    expect(health.isPaused('error')).toBe(true);
    pass(1);
    expect(health.isPaused('error')).toBe(false);
    health.recordFailedAttempt('error');
    pass(4_000);
    health.recordResponse();
    expect(health.failedAttempts()).toBe(0);
    health.recordFailedAttempt('error');
    expect(health.pauseLeftMs()).toBe(2_000);
  });
});

describe('a pause that the service wants', () => {
  test('is not shortened by a later one, of the service or of ours', () => {
    const { health } = setUp();
    health.applyLimits({ all: 60 });
    health.applyLimits({ all: 7 });
    health.recordFailedAttempt('error');
    expect(health.pauseLeftMs()).toBe(60_000);
    health.applyLimits({ all: 61 });
    expect(health.pauseLeftMs()).toBe(61_000);
  });

  test('holds though the service responds', () => {
    const { health } = setUp();
    health.applyLimits({ all: 60 });
    health.recordResponse();
    expect(health.pauseLeftMs()).toBe(60_000);
  });

  test('of less than the growing pause does not shorten it', () => {
    const { health } = setUp();
    health.recordFailedAttempt('error');
    health.applyLimits({ all: 1 });
    expect(health.pauseLeftMs()).toBe(2_000);
  });

  test('for one category does not pause the other, also after a failed attempt', () => {
    const { health } = setUp();
    health.applyLimits({ error: 60 });
    health.recordFailedAttempt('error');
    expect([health.isPaused('error'), health.isPaused('feedback')]).toEqual([true, false]);
    expect([health.pauseLeftMs('error'), health.pauseLeftMs()]).toEqual([60_000, 0]);
    health.applyLimits({ feedback: 7 });
    expect(health.pauseLeftMs()).toBe(7_000);
  });

  test('for everything and for a category ends when both have ended', () => {
    const { health, pass } = setUp();
    health.applyLimits({ all: 60, feedback: 90 });
    expect([health.pauseLeftMs('error'), health.pauseLeftMs('feedback')]).toEqual([60_000, 90_000]);
    pass(60_000);
    expect([health.isPaused('error'), health.isPaused('feedback')]).toEqual([false, true]);
  });

  test('for other categories pauses nothing', () => {
    const { health } = setUp();
    health.applyLimits({ other: 60 });
    expect([health.isPaused('error'), health.isPaused('feedback')]).toEqual([false, false]);
  });

  test('of no time leaves a failed attempt its growing pause', () => {
    const { health } = setUp();
    health.applyLimits({ all: 0 });
    health.recordFailedAttempt('error');
    expect(health.pauseLeftMs()).toBe(2_000);
  });
});

describe('being down', () => {
  test('begins with the first failure, once that is a minute ago, and is reported once', () => {
    const { clock, health, pass } = setUp();
    const since = new Date(clock.wall);
    health.recordFailedAttempt('error');
    pass(59_999);
    health.recordFailedAttempt('error');
    expect(health.downSince()).toBeUndefined();
    expect(health.markDownReported()).toBe(false);
    pass(1);
    expect(health.downSince()).toEqual(since);
    expect([health.markDownReported(), health.markDownReported()]).toEqual([true, false]);
    expect(health.downSince()).toEqual(since);
  });

  test('ends with the first response, which is reported once, and only if the outage was', () => {
    const { health, pass } = setUp();
    health.recordFailedAttempt('error');
    expect(health.recordResponse()).toBe(false);
    health.recordFailedAttempt('error');
    pass(60_000);
    health.markDownReported();
    expect([health.recordResponse(), health.recordResponse()]).toEqual([true, false]);
    expect(health.downSince()).toBeUndefined();
  });

  test('is reported again in the next outage', () => {
    const { health, pass } = setUp();
    for (let time = 0; time < 2; time += 1) {
      health.recordFailedAttempt('error');
      pass(60_000);
      expect(health.markDownReported()).toBe(true);
      health.recordResponse();
    }
  });

  test('does not begin without a failure', () => {
    const { health, pass } = setUp();
    health.recordResponse();
    pass(hourMs);
    expect(health.markDownReported()).toBe(false);
    expect(health.downSince()).toBeUndefined();
  });
});

describe.each([
  ['back an hour', -hourMs],
  ['forward 45 days', 45 * 24 * hourMs],
])('a clock that is set %s', (_, setMs) => {
  test('neither lengthens nor shortens a pause', () => {
    const { clock, health } = setUp();
    health.applyLimits({ error: 60 });
    clock.wall += setMs;
    expect(health.pauseLeftMs('error')).toBe(60_000);
  });

  test('does not make the service look down, and moves the start of an outage with it', () => {
    const { clock, health, pass } = setUp();
    const since = clock.wall;
    health.recordFailedAttempt('error');
    clock.wall += setMs;
    expect(health.downSince()).toBeUndefined();
    pass(60_000);
    expect(health.downSince()).toEqual(new Date(since + setMs));
  });
});
