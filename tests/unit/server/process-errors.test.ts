import { notFound, redirect } from 'next/navigation';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reportProcessErrors } from '../../../candor/src/server/process-errors';
import { thrownBy } from './in-request';

// The test calls the listeners: a real uncaught exception would end this process, or fail the run.
const events = ['uncaughtException', 'uncaughtExceptionMonitor', 'unhandledRejection'] as const;
type Listener = (thrown: unknown) => void;
const listeners = (event: (typeof events)[number]) => process.rawListeners(event) as Listener[];

const failed: [unknown, string][] = [];
let added: (event: (typeof events)[number]) => Listener[];

beforeEach(() => {
  failed.length = 0;
  const before = new Set(events.flatMap(listeners));
  reportProcessErrors({ processFailed: async (...call) => void failed.push(call) });
  added = (event) => listeners(event).filter((listener) => !before.has(listener));
});
afterEach(() => {
  for (const event of events) for (const listener of added(event)) process.removeListener(event, listener);
});

test('reports an uncaught exception without keeping the process alive', () => {
  const error = new Error('x');
  for (const listener of added('uncaughtExceptionMonitor')) listener(error);
  expect(failed).toEqual([[error, 'uncaughtException']]);
  expect(added('uncaughtException')).toEqual([]);
});

test.each([new Error('x'), 'text', undefined, new Error('x', { cause: thrownBy(() => notFound()) })])(
  'reports an unhandled rejection with %o',
  (reason) => {
    for (const listener of added('unhandledRejection')) listener(reason);
    expect(failed).toEqual([[reason, 'unhandledRejection']]);
  },
);

test.each([() => notFound(), () => redirect('/')])(
  'does not report Next’s own control flow: %o',
  (throwControlFlow) => {
    for (const listener of added('unhandledRejection')) listener(thrownBy(throwControlFlow));
    expect(added('unhandledRejection')).toHaveLength(1);
    expect(failed).toEqual([]);
  },
);
