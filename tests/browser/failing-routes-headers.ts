import { rawRequest } from '../support/raw-request';
import { expect } from './fixtures';
import type { testOf } from './failing-routes';

/** The policy in the responses of handlers that name types of their own, on the site of failing routes. */
export function testHeaders(test: ReturnType<typeof testOf>): void {
  const path = (query: Record<string, string>) => `/failing/types?${new URLSearchParams(query)}`;
  const policy = expect.stringContaining("default-src 'self'");

  test('whatever a handler sends that a browser may open as a document has the policy', async ({ application }) => {
    for (const type of ['text/html', 'image/svg+xml', undefined]) {
      const response = await rawRequest(application.url, { path: path({ ...(type && { 'content-type': type }) }) });
      expect(response.headers['content-type'], 'as the handler said').toBe(type);
      expect(response.headers, String(type)).toMatchObject({ 'content-security-policy': policy });
    }
  });

  test('data of a handler has no policy, unless a browser is to open it', async ({ application }) => {
    const ask = (headers?: Record<string, string>) =>
      rawRequest(application.url, { path: path({ 'content-type': 'application/json' }), headers });
    const loaded = await ask();
    expect(loaded.headers).toMatchObject({ 'content-type': 'application/json', 'x-content-type-options': 'nosniff' });
    expect(loaded.headers).not.toHaveProperty('content-security-policy');
    expect((await ask({ 'Sec-Fetch-Dest': 'document' })).headers).toMatchObject({ 'content-security-policy': policy });
  });

  test("a handler's own policy is the only one of its response", async ({ application }) => {
    const own = "default-src 'none'";
    const query = { 'content-type': 'text/html', 'content-security-policy': own };
    const { headers } = await rawRequest(application.url, { path: path(query) });
    expect(headers['content-security-policy']).toBe(own);
  });

  test('the policy is in a response of an API route', async ({ application }) => {
    const { headers } = await rawRequest(application.url, { path: '/api/failing/heads' });
    expect(headers).toMatchObject({ 'content-security-policy': policy, 'x-content-type-options': 'nosniff' });
  });
}
