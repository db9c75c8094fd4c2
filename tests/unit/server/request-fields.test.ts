import 'next/dist/server/node-environment-baseline'; // Next imports it before its storages.
import { workAsyncStorage, type WorkStore } from 'next/dist/server/app-render/work-async-storage.external';
import { expect, test } from 'vitest';
import { runInContext } from '../../../candor/src/http/request-context';
import { requestFields } from '../../../candor/src/server/request-fields';

const request = { method: 'POST', url: '/a/7?token=hunter2', headers: { 'x-request-id': 'request-7' } };
const requestId = 'request-7';

/** What is known in this request, and in the work that Next does for it, if any. */
const fieldsOf = (work?: { page: string; route: string }) =>
  runInContext({ request }, () => (work ? workAsyncStorage.run(work as WorkStore, requestFields) : requestFields()));

test.each([
  ['the request and the route', { page: '/a/[id]/route', route: '/a/[id]' }, '/a/[id]', 'POST /a/[id]'],
  ['the home page', { page: '/page', route: '/' }, '/', 'POST /'],
  ['the proxy, and does not take it for the home page', { page: '/', route: '/' }, '/proxy', 'middleware POST'],
])('knows %s', (_, work, route, transaction) => {
  expect(fieldsOf(work)).toEqual({
    fields: { method: 'POST', path: '/a/7', route, requestId },
    context: { request: { method: 'POST', url: '/a/7' }, transaction, tags: { route, request_id: requestId } },
  });
});

test('knows the request only, where Next tells no route', () => {
  expect(fieldsOf()).toEqual({
    fields: { method: 'POST', path: '/a/7', route: undefined, requestId },
    context: { request: { method: 'POST', url: '/a/7' }, transaction: undefined, tags: { request_id: requestId } },
  });
});

test('knows nothing outside of requests', () => {
  expect(requestFields()).toEqual({ fields: {}, context: { tags: {} } });
});
