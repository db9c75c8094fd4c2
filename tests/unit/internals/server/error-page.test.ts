import { createRequire } from 'node:module';
import { expect, test, vi } from 'vitest';
import { stateOfPatch } from '../../../../candor/src/internals/patch';
import { hideErrorPage, observeErrorPages } from '../../../../candor/src/internals/server/error-page';
import type { ErrorPageRequest } from '../../../../candor/src/internals/server/error-page';

type Render = (context: object, thrown: unknown) => Promise<unknown>;
type Server = { prototype: { renderErrorToResponse: Render } };

// As a server of Next has loaded it.
const { default: Server } = createRequire(import.meta.url)('next/dist/server/base-server') as { default: Server };

/** What is observed when Next shows its error page, and the page. */
async function show(thrown: unknown, seen: Pick<ErrorPageRequest[], 'push'> = []) {
  const headers = { host: 'candor.test' };
  observeErrorPages((request) => void seen.push(request));
  const context = { req: { url: '/a?b', method: 'POST', headers }, res: { statusCode: 405 } };
  const server = { renderErrorToResponseImpl: (...args: unknown[]) => Promise.resolve(args) };
  const page = await Server.prototype.renderErrorToResponse.call(server, context, thrown);
  expect(page, 'as Next makes it').toEqual([context, thrown]);
  return headers;
}

test('the request is observed, with its status and what was thrown, by the last observer alone', async () => {
  const error = new Error('broken');
  const seen: ErrorPageRequest[] = [];
  const headers = await show(error, seen);
  const request = { path: '/a?b', method: 'POST', headers, status: 405 };
  expect(seen).toEqual([{ ...request, thrown: error }]);
  expect(seen[0]?.headers, 'the very object, by which requests are told apart').toBe(headers);
  expect(stateOfPatch('error-page').state).toBe('inEffect');
  const later: ErrorPageRequest[] = [];
  await show(null, later);
  expect(later, 'where Next does not say what was thrown').toEqual([{ ...request, thrown: undefined }]);
  expect(seen).toHaveLength(1);
});

test.each([
  ['', '/_global-error', '/_not-found'],
  ['', '/_global-error/', '/_not-found/'],
  ['', '/_global-error?a=/_global-error', '/_not-found?a=/_global-error'],
  ['/base', '/base/_global-error', '/base/_not-found'],
  ['/base', '/_global-error', '/_global-error'],
  ['', '/_global-errors', '/_global-errors'],
  ['', '/of/a/team/_global-error', '/of/a/team/_global-error'],
  ['', '/?a=/_global-error', '/?a=/_global-error'],
])('with the base path "%s" a request for %s is one for %s', (basePath, url, hidden) => {
  vi.stubGlobal('CANDOR_ERROR_PAGE', `${basePath}/_global-error`);
  const request = { url };
  hideErrorPage(request);
  expect(request.url).toBe(hidden);
});
