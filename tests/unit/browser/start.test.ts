// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { browserReporter } from '../../../candor/src/browser/reporter';
import { startReporting } from '../../../candor/src/browser/start';
import { takeConsole } from '../../support/quiet-console';

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('without a network the SDK is being loaded until the bundler gives it up, and is missing then', async () => {
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  let giveUp!: (reason: Error) => void;
  startReporting(
    () => new Promise((_, reject) => (giveUp = reject)),
    () => new Promise(() => {}),
  );
  expect(browserReporter.sdkState()).toBeUndefined();
  browserReporter.reportOnce(new Error('x'), 'error');
  await settled();
  expect(browserReporter.sdkState()).toBe('loading');
  giveUp(new Error('no such chunk'));
  await settled();
  expect(browserReporter.sdkState()).toBe('missing');
  expect(takeConsole('warn')).toEqual([expect.stringContaining('no such chunk')]);
});
