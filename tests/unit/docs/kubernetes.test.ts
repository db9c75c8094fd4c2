import { expect, test } from 'vitest';
import { readSettings, settingNames } from '../../../candor/src/server/settings';
import { read } from './files';

const manifest = read('docs/kubernetes/candor.yaml');
const environment = Object.fromEntries(
  [...manifest.matchAll(/- name: ([A-Z_]+)[^\n]*\n\s+value: '?([^'\n]*)'?\n/g)].map(([, name, value]) => [name, value]),
) as Record<string, string>;
const settings = readSettings(environment);

/** The number behind the last of these words, each after the one before. */
function numberAfter(...words: string[]): number {
  const at = words.reduce((from, word) => manifest.indexOf(word, from), 0);
  return Number(/\d+/.exec(manifest.slice(at + (words.at(-1) ?? '').length))?.[0]);
}

test('the settings in the manifest are settings of the server, with good values', () => {
  const names = Object.keys(environment);
  expect(names).toContain('DRAIN_SECONDS');
  // Next's own: where the server listens.
  expect(names.filter((name) => name !== 'HOSTNAME' && !settingNames.includes(name))).toEqual([]);
  expect(environment.HOSTNAME).toBe('0.0.0.0');
  expect(settings).toMatchObject({ trustedProxyHops: 1, drainSeconds: 10 });
});

test('a pod is killed after everything that it waits for', () => {
  const preStopSeconds = numberAfter('preStop', 'setTimeout(() => {},') / 1_000;
  const shutdownSeconds = 8;
  const grace = numberAfter('terminationGracePeriodSeconds:');
  expect(grace).toBeGreaterThan(preStopSeconds + settings.drainSeconds + shutdownSeconds);
});

test('an endpoint is removed, and idle connections have closed, before a drain is over', () => {
  const noticedSeconds =
    numberAfter('readinessProbe', 'periodSeconds:') * numberAfter('readinessProbe', 'failureThreshold:') +
    numberAfter('readinessProbe', 'timeoutSeconds:');
  expect(settings.drainSeconds).toBeGreaterThan(noticedSeconds);
  expect(settings.drainSeconds).toBeGreaterThan(5); // As long Node keeps an idle connection.
});

test('readiness and liveness are asked at their own addresses', () => {
  expect(manifest).toMatch(/readinessProbe:\s+httpGet:\s+path: \/monitoring\?ready\n/);
  expect(manifest).toMatch(/httpGet: &alive\s+path: \/monitoring\n/);
  expect(manifest).toMatch(/livenessProbe:\s+httpGet: \*alive\n/);
});
