import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeConsole } from '../../support/quiet-console';
import { waitUntil } from '../../support/wait-until';

const exit = vi.fn();
let register = Promise.resolve();
vi.mock('next/dist/server/lib/router-utils/instrumentation-globals.external', () => ({
  ensureInstrumentationRegistered: () => register,
}));
const { endOnStartFailure } = await import('../../../candor/server/start-failure');

beforeEach(() => {
  exit.mockReset();
  vi.spyOn(process, 'exit').mockImplementation(exit as never);
});
afterEach(() => vi.unstubAllEnvs());

const broken = new Error('broken');

test('reports a start that failed, and ends the process with status 1 once it is reported', async () => {
  register = Promise.reject(broken);
  let reported = () => {};
  const report = vi.fn(() => new Promise<void>((resolve) => (reported = resolve)));
  endOnStartFailure(report);
  await waitUntil('the report', () => report.mock.calls.length === 1);
  expect(report).toHaveBeenCalledWith(broken);
  expect(exit).not.toHaveBeenCalled();
  reported();
  await waitUntil('the exit', () => exit.mock.calls.length === 1);
  expect(exit).toHaveBeenCalledWith(1);
});

test('ends the process when the report takes longer than 5 s', async () => {
  vi.useFakeTimers();
  register = Promise.reject(broken);
  endOnStartFailure(() => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(4_999);
  expect(exit).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  expect(exit).toHaveBeenCalledWith(1);
});

test('ends the process when reporting fails as well', async () => {
  register = Promise.reject(broken);
  endOnStartFailure(() => Promise.reject(new Error('nor this')));
  await waitUntil('the exit', () => exit.mock.calls.length === 1);
  expect(exit).toHaveBeenCalledWith(1);
  expect(takeConsole('error')).toEqual(['The failed start could not be reported. Error: nor this']);
});

test('leaves the development server to Next', async () => {
  vi.stubEnv('NODE_ENV', 'development');
  register = Promise.reject(broken);
  const report = vi.fn(() => Promise.resolve());
  endOnStartFailure(report);
  await waitUntil('the report', () => report.mock.calls.length === 1);
  await Promise.resolve();
  expect(exit).not.toHaveBeenCalled();
});
