import 'next/dist/server/node-environment-baseline'; // Next imports it before its storages.
import { workAsyncStorage, type WorkStore } from 'next/dist/server/app-render/work-async-storage.external';
import { expect, test } from 'vitest';
import { runInContext } from '../../../candor/server/request-context';
import { requestFields } from '../../../candor/server/request-fields';

const request = { method: 'POST', url: '/a/7?token=hunter2', headers: { 'x-request-id': 'request-7' } };
const inWork = <Result>(store: Partial<WorkStore>, work: () => Result) =>
  workAsyncStorage.run(store as WorkStore, work);

test('knows the request and the route', () => {
  const store = { page: '/a/[id]/route', route: '/a/[id]' };
  expect(runInContext({ request }, () => inWork(store, requestFields))).toEqual({
    fields: { method: 'POST', path: '/a/7', route: '/a/[id]', requestId: 'request-7' },
    context: {
      request: { method: 'POST', url: '/a/7' },
      transaction: 'POST /a/[id]',
      tags: { route: '/a/[id]', request_id: 'request-7' },
    },
  });
});

test('knows the request only, where Next tells no route', () => {
  expect(runInContext({ request }, requestFields)).toEqual({
    fields: { method: 'POST', path: '/a/7', route: undefined, requestId: 'request-7' },
    context: { request: { method: 'POST', url: '/a/7' }, transaction: undefined, tags: { request_id: 'request-7' } },
  });
});

test('knows the proxy, and does not take it for the home page', () => {
  expect(runInContext({ request }, () => inWork({ page: '/', route: '/' }, requestFields))).toMatchObject({
    fields: { route: '/proxy' },
    context: { transaction: 'middleware POST' },
  });
  expect(runInContext({ request }, () => inWork({ page: '/page', route: '/' }, requestFields))).toMatchObject({
    fields: { route: '/' },
    context: { transaction: 'POST /' },
  });
});

test('knows nothing outside of requests', () => {
  expect(requestFields()).toEqual({ fields: {}, context: { tags: {} } });
});
