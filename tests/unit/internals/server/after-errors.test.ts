import 'next/dist/server/node-environment-baseline'; // Next imports it before its storages.
import { notFound, redirect } from 'next/navigation';
import { AfterContext } from 'next/dist/server/after/after-context';
import { workAsyncStorage, type WorkStore } from 'next/dist/server/app-render/work-async-storage.external';
import { expect, test } from 'vitest';
import { observeAfterErrors } from '../../../../candor/src/internals/server/after-errors';
import { reportAfterError } from '../../../../candor/src/server/after-error';
import { runInContext } from '../../../../candor/src/http/request-context';
import { takeConsole } from '../../../support/quiet-console';
import { installTestContext } from '../../server/test-context';

observeAfterErrors(reportAfterError);

const request = { method: 'POST', path: '/a/7', headers: { host: 'candor.test' } };

/** Calls Next's own `after()` for a request, and waits for the task. */
async function failAfter(task: () => unknown, page = '/a/[id]/page') {
  const failed = installTestContext();
  const tasks: Promise<unknown>[] = [];
  const waitUntil = (promise: Promise<unknown>) => void tasks.push(promise);
  const afterContext = new AfterContext({ waitUntil, onClose: (close) => close(), onTaskError: undefined });
  const store = { page, route: '/a/[id]', afterContext } as unknown as WorkStore;
  await runInContext({ request: { ...request, url: request.path } }, () =>
    workAsyncStorage.run(store, () =>
      afterContext.after(task as () => void, { phase: 'render' } as unknown as Parameters<AfterContext['after']>[1]),
    ),
  );
  for (const promise of tasks) await promise;
  expect(takeConsole('error')).toHaveLength(1); // Next's own.
  return failed;
}

test('reports what a task threw, with its request and its route', async () => {
  const error = new Error('broken');
  const failed = { ...request, route: '/a/[id]', routeType: 'after', transaction: 'POST /a/[id]' };
  expect(await failAfter(() => Promise.reject(error))).toEqual([[error, failed]]);
});

test('names a task of the proxy by the proxy', async () => {
  const failed = { path: '/a/7', route: '/proxy', transaction: 'middleware POST' };
  expect(await failAfter(() => Promise.reject('broken'), '/')).toMatchObject([['broken', failed]]);
});

test.each<[string, () => never]>([
  ['redirect', () => redirect('/')],
  ['notFound', notFound],
])('does not report %s()', async (_, interrupt) => {
  expect(await failAfter(interrupt)).toEqual([]);
});

test('patches the storage once', () => {
  const { run } = workAsyncStorage;
  observeAfterErrors(reportAfterError);
  expect(workAsyncStorage.run).toBe(run);
});
