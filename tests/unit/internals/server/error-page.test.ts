import { createRequire } from 'node:module';
import { expect, test, vi } from 'vitest';
import { hideErrorPage, observeErrorPages } from '../../../../candor/src/internals/server/error-page';

type Server = { prototype: { renderErrorToResponse: (context: object, thrown: unknown) => unknown } };

// As a server of Next has loaded it.
const { default: Server } = createRequire(import.meta.url)('next/dist/server/base-server') as { default: Server };

test('only the last observer sees an error page, also one for which Next names no error', async () => {
  const [first, last] = [vi.fn(), vi.fn()];
  for (const observer of [first, last]) observeErrorPages(observer);
  const context = { req: { headers: {} }, res: { statusCode: 405 } };
  await Server.prototype.renderErrorToResponse.call({ renderErrorToResponseImpl: () => {} }, context, null);
  expect(first).not.toHaveBeenCalled();
  expect(last.mock.calls).toMatchObject([[{ status: 405, thrown: undefined }]]);
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
