import { beforeEach, expect, test, vi } from 'vitest';
import { takeConsole } from '../../support/quiet-console';
import { waitUntil } from '../../support/wait-until';

const exit = vi.fn();
let register = Promise.resolve();
vi.mock('next/dist/server/lib/router-utils/instrumentation-globals.external', () => ({
  ensureInstrumentationRegistered: () => register,
}));
const { endOnStartFailure } = await import('../../../candor/src/server/start-failure');

const broken = new Error('broken');

beforeEach(() => {
  exit.mockReset();
  vi.spyOn(process, 'exit').mockImplementation(exit as never);
  register = Promise.reject(broken);
});

test.each(['production', 'development'])(
  'a start that failed is reported, and then ends a server in %s',
  async (mode) => {
    vi.stubEnv('NODE_ENV', mode);
    let reported = () => {};
    const report = vi.fn(() => new Promise<void>((resolve) => (reported = resolve)));
    endOnStartFailure(report);
    await waitUntil('the report', () => report.mock.calls.length === 1);
    expect(report).toHaveBeenCalledWith(broken);
    expect(exit).not.toHaveBeenCalled();
    reported();
    await new Promise(setImmediate);
    expect(exit.mock.calls, 'Next keeps the development server').toEqual(mode === 'development' ? [] : [[1]]);
  },
);

test('ends the process when the report takes longer than 5 s, or fails as well', async () => {
  vi.useFakeTimers();
  endOnStartFailure(() => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(4_999);
  expect(exit).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  expect(exit.mock.calls).toEqual([[1]]);
  endOnStartFailure(() => Promise.reject(new Error('nor this')));
  await waitUntil('the exit', () => exit.mock.calls.length === 2);
  expect(takeConsole('error')).toEqual(['The failed start could not be reported. Error: nor this']);
});
