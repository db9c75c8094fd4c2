import { describe, expect, test } from 'vitest';
import { backoffMs, createServiceHealth } from '../../../app/_delivery/service-health';

function setUp(chance = 0) {
  const clock = { now: 1_790_000_000_000 };
  const health = createServiceHealth({ now: () => clock.now, random: () => chance });
  const pauseMs = () => health.pausedUntil() - clock.now;
  return { clock, health, pauseMs };
}

describe('the pause after a refusal', () => {
  test('doubles with every refusal after the last pause, up to 5 min', () => {
    const { clock, health, pauseMs } = setUp();
    const pauses = Array.from({ length: 10 }, () => {
      health.refused();
      const pause = pauseMs();
      clock.now = health.pausedUntil();
      return pause / 1_000;
    });
    expect(pauses).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  });

  test.each([0, 1, 5, 100, 2_000])(
    'after %i refusals is from 1 s to 5 min, and not the same for everybody',
    (refusals) => {
      const pauses = [0, 0.25, 0.5, 0.75, 0.999_999].map((chance) => backoffMs(refusals, chance));
      for (const pause of pauses) {
        expect(pause).toBeGreaterThanOrEqual(1_000);
        expect(pause).toBeLessThanOrEqual(300_000);
      }
      expect(new Set(pauses).size).toBe(pauses.length);
    },
  );

  test('is no longer when many that were under way together are refused', () => {
    const { health, pauseMs } = setUp();
    for (let refusal = 0; refusal < 64; refusal += 1) health.refused();
    expect(pauseMs()).toBe(2_000);
  });

  test('is over when it is over, and short again once the service has answered', () => {
    const { clock, health, pauseMs } = setUp();
    expect(health.mayAsk()).toBe(true);
    health.refused();
    clock.now = health.pausedUntil() - 1;
    expect(health.mayAsk()).toBe(false);
    clock.now += 1;
    expect(health.mayAsk()).toBe(true);
    health.refused();
    clock.now = health.pausedUntil();
    health.answered();
    expect(health.refusals()).toBe(0);
    health.refused();
    expect(pauseMs()).toBe(2_000);
  });
});

describe('a pause that the service wants', () => {
  test('stands against shorter ones, of the service and of ours', () => {
    const { health, pauseMs } = setUp();
    health.pause(60);
    health.pause(7);
    health.refused();
    expect(pauseMs()).toBe(60_000);
    health.pause(61);
    expect(pauseMs()).toBe(61_000);
  });

  test('holds though the service answered', () => {
    const { health, pauseMs } = setUp();
    health.pause(60);
    health.answered();
    expect(pauseMs()).toBe(60_000);
    expect(health.mayAsk()).toBe(false);
  });

  test('of less than the growing pause does not shorten it', () => {
    const { health, pauseMs } = setUp();
    health.refused();
    health.pause(1);
    expect(pauseMs()).toBe(2_000);
  });
});

describe('being down', () => {
  test('begins with the first of the refusals, once that is a minute ago, and is told once', () => {
    const { clock, health } = setUp();
    const since = new Date(clock.now);
    health.refused();
    clock.now += 59_999;
    health.refused();
    expect(health.downSince()).toBeUndefined();
    expect(health.tellDown()).toBe(false);
    clock.now += 1;
    expect(health.downSince()).toEqual(since);
    expect([health.tellDown(), health.tellDown()]).toEqual([true, false]);
    expect(health.downSince()).toEqual(since);
  });

  test('ends with the first answer, which is told once, and only if being down was told', () => {
    const { clock, health } = setUp();
    health.refused();
    expect(health.answered()).toBe(false);
    health.refused();
    clock.now += 60_000;
    health.tellDown();
    expect([health.answered(), health.answered()]).toEqual([true, false]);
    expect(health.downSince()).toBeUndefined();
  });

  test('is told again when it is down again', () => {
    const { clock, health } = setUp();
    for (let time = 0; time < 2; time += 1) {
      health.refused();
      clock.now += 60_000;
      expect(health.tellDown()).toBe(true);
      health.answered();
    }
  });

  test('is not what time alone makes: who was not refused is not down', () => {
    const { clock, health } = setUp();
    health.answered();
    clock.now += 3_600_000;
    expect(health.tellDown()).toBe(false);
    expect(health.downSince()).toBeUndefined();
  });
});
