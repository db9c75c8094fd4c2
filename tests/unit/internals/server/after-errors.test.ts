import 'next/dist/server/node-environment-baseline'; // Next imports it before its storages.
import { notFound, redirect } from 'next/navigation';
import { AfterContext } from 'next/dist/server/after/after-context';
import { workAsyncStorage, type WorkStore } from 'next/dist/server/app-render/work-async-storage.external';
import { expect, test } from 'vitest';
import { observeAfterErrors } from '../../../../candor/src/internals/server/after-errors';
import { reportAfterError } from '../../../../candor/src/server/after-error';
import { nodeContext } from '../../../../candor/src/server/server-context';
import { runInContext } from '../../../../candor/src/http/request-context';
import { takeConsole } from '../../../support/quiet-console';
import { installTestContext } from '../../server/test-context';

const report = (thrown: unknown) => reportAfterError(nodeContext().failures, thrown);
observeAfterErrors(report);

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

const error = new Error('broken');
const ofPage = { ...request, route: '/a/[id]', routeType: 'after', transaction: 'POST /a/[id]' };
const ofProxy = { ...ofPage, route: '/proxy', transaction: 'middleware POST' };

test.each<[what: string, task: () => unknown, page: string | undefined, failed: unknown[]]>([
  ['what a task threw, with its request and its route', () => Promise.reject(error), undefined, [[error, ofPage]]],
  ['a task of the proxy by the proxy', () => Promise.reject('broken'), '/', [['broken', ofProxy]]],
  ['no redirect()', () => redirect('/'), undefined, []],
  ['no notFound()', notFound, undefined, []],
])('reports %s, by a storage that is patched once', async (_, task, page, failed) => {
  const { run } = workAsyncStorage;
  expect(await failAfter(task, page)).toEqual(failed);
  observeAfterErrors(report);
  expect(workAsyncStorage.run).toBe(run);
});
