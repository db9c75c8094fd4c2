// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { browserReporter } from '../../../candor/src/browser/reporter';
import { startReporting } from '../../../candor/src/browser/start';
import { takeConsole } from '../../support/quiet-console';

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('without a network the SDK is missing from when the bundler gives it up', async () => {
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  let giveUp!: (reason: Error) => void;
  startReporting(
    () => new Promise((_, reject) => (giveUp = reject)),
    () => new Promise(() => {}),
  );
  browserReporter.reportOnce(new Error('x'), 'error');
  await settled();
  expect(browserReporter.isSdkMissing()).toBe(false);
  giveUp(new Error('no such chunk'));
  await settled();
  expect(browserReporter.isSdkMissing()).toBe(true);
  expect(takeConsole('warn')).toEqual([expect.stringContaining('no such chunk')]);
});
