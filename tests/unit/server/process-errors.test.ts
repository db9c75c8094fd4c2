import { notFound, redirect } from 'next/navigation';
import { expect, onTestFinished, test } from 'vitest';
import { reportProcessErrors } from '../../../candor/src/server/process-errors';
import { thrownBy } from './in-request';

// The test calls the listeners: a real uncaught exception would end this process, or fail the run.
const events = ['uncaughtException', 'uncaughtExceptionMonitor', 'unhandledRejection'] as const;
const listeners = (event: (typeof events)[number]) => process.rawListeners(event) as ((thrown: unknown) => void)[];
const notFoundError = thrownBy(() => notFound());

test.each([
  ['uncaughtExceptionMonitor', new Error('x'), 'uncaughtException'],
  ...[new Error('x'), 'text', undefined, new Error('x', { cause: notFoundError })].map(
    (reason) => ['unhandledRejection', reason, 'unhandledRejection'] as const,
  ),
  ['unhandledRejection', notFoundError, undefined],
  ['unhandledRejection', thrownBy(() => redirect('/')), undefined],
] as const)('at %s with %o it reports an %s, and keeps no process alive', (event, thrown, origin) => {
  const failed: [unknown, string][] = [];
  const before = new Set(events.flatMap(listeners));
  reportProcessErrors({ processFailed: async (...call) => void failed.push(call) });
  const added = (of: (typeof events)[number]) => listeners(of).filter((listener) => !before.has(listener));
  onTestFinished(() => {
    for (const of of events) for (const listener of added(of)) process.removeListener(of, listener);
  });
  expect([added(event).length, added('uncaughtException')]).toEqual([1, []]);
  for (const listener of added(event)) listener(thrown);
  expect(failed).toEqual(origin ? [[thrown, origin]] : []);
});
