// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { browserReporter } from '../../../candor/src/browser/reporter';
import { startReporting } from '../../../candor/src/browser/start';
import { takeConsole } from '../../support/quiet-console';

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('without a network the SDK is being loaded until its last chunk has failed, a moment after the bundler gives it up', async () => {
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  let giveUp!: (reason: Error) => void;
  startReporting(
    () => new Promise((_, reject) => (giveUp = reject)),
    () => new Promise(() => {}),
  );
  expect(browserReporter.isLoadingSdk()).toBe(false);
  browserReporter.reportOnce(new Error('x'), 'error');
  await settled();
  expect(browserReporter.isLoadingSdk()).toBe(true);
  giveUp(new Error('no such chunk'));
  await settled();
  expect(browserReporter.isLoadingSdk()).toBe(true);
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now + 1_000);
  expect(browserReporter.isLoadingSdk()).toBe(false);
  expect(takeConsole('warn')).toEqual([expect.stringContaining('no such chunk')]);
});
