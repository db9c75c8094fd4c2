import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeConsole } from '../../support/quiet-console';
import { waitUntil } from '../../support/wait-until';

const exit = vi.fn();
let register = Promise.resolve();
vi.mock('next/dist/server/lib/router-utils/instrumentation-globals.external', () => ({
  ensureInstrumentationRegistered: () => register,
}));
const { endOnStartFailure } = await import('../../../candor/src/server/start-failure');

const broken = new Error('broken');
const hasExited = () => waitUntil('the exit', () => exit.mock.calls.length === 1);

beforeEach(() => {
  exit.mockReset();
  vi.spyOn(process, 'exit').mockImplementation(exit as never);
  register = Promise.reject(broken);
});
afterEach(() => vi.unstubAllEnvs());

test('reports a start that failed, and ends the process with status 1 once it is reported', async () => {
  let reported = () => {};
  const report = vi.fn(() => new Promise<void>((resolve) => (reported = resolve)));
  endOnStartFailure(report);
  await waitUntil('the report', () => report.mock.calls.length === 1);
  expect(report).toHaveBeenCalledWith(broken);
  expect(exit).not.toHaveBeenCalled();
  reported();
  await hasExited();
  expect(exit).toHaveBeenCalledWith(1);
});

test('ends the process when the report takes longer than 5 s', async () => {
  vi.useFakeTimers();
  endOnStartFailure(() => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(4_999);
  expect(exit).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  expect(exit).toHaveBeenCalledWith(1);
});

test('ends the process when reporting fails as well', async () => {
  endOnStartFailure(() => Promise.reject(new Error('nor this')));
  await hasExited();
  expect(exit).toHaveBeenCalledWith(1);
  expect(takeConsole('error')).toEqual(['The failed start could not be reported. Error: nor this']);
});

test('leaves the development server to Next', async () => {
  vi.stubEnv('NODE_ENV', 'development');
  const report = vi.fn(() => Promise.resolve());
  endOnStartFailure(report);
  await waitUntil('the report', () => report.mock.calls.length === 1);
  await Promise.resolve();
  expect(exit).not.toHaveBeenCalled();
});
