import { rawRequest } from '../support/raw-request';
import { expect } from './fixtures';
import type { testOf } from './failing-routes';

const opened = [
  ...['text/html', 'text/html;charset=UTF-7', 'TEXT/HTML; charset="utf-8"', 'application/xhtml+xml', 'text/xml'],
  ...['application/xml', 'image/svg+xml', 'multipart/x-mixed-replace; boundary=x', 'application/pdf', 'text/plain'],
  ...['application/json, text/html', 'application/json;x=y,text/html', undefined],
];
const onlyLoaded = [
  'application/json',
  'application/problem+json; charset=utf-8',
  'text/javascript',
  'text/x-component',
];

/** The policy in the responses of handlers that name types of their own, on the site of failing routes. */
export function testHeaders(test: ReturnType<typeof testOf>): void {
  const path = (query: Record<string, string>) => `/failing/types?${new URLSearchParams(query)}`;
  const policy = expect.stringContaining("default-src 'self'");

  test('whatever a handler sends that a browser may open as a document has the policy', async ({ application }) => {
    for (const type of opened) {
      for (const status of ['200', '404', '500']) {
        const query = { ...(type && { 'content-type': type }), status };
        const response = await rawRequest(application.url, { path: path(query) });
        expect(response.status).toBe(Number(status));
        expect(response.headers['content-type'], 'as the handler said').toBe(type);
        expect(response.headers, String(type)).toMatchObject({ 'content-security-policy': policy });
      }
    }
  });

  test('data and scripts of a handler have no policy, unless a browser is to open them', async ({ application }) => {
    for (const type of onlyLoaded) {
      const ask = (headers?: Record<string, string>) =>
        rawRequest(application.url, { path: path({ 'content-type': type }), headers });
      const loaded = await ask();
      expect(loaded.headers['content-type']).toBe(type);
      // Only Next's router loads payloads, and it needs no such header.
      expect(loaded.headers['x-content-type-options']).toBe(type === 'text/x-component' ? undefined : 'nosniff');
      expect(loaded.headers).not.toHaveProperty('content-security-policy');
      for (const destination of ['document', 'iframe', 'worker']) {
        const { headers } = await ask({ 'Sec-Fetch-Dest': destination });
        expect(headers, destination).toMatchObject({ 'content-security-policy': policy });
      }
    }
  });

  test("a handler's own policy is the only one of its response", async ({ application }) => {
    const own = "default-src 'none'";
    for (const type of ['text/html', 'application/json']) {
      const query = { 'content-type': type, 'content-security-policy': own };
      const { headers } = await rawRequest(application.url, { path: path(query) });
      expect(headers['content-security-policy']).toBe(own);
    }
  });

  for (const way of ['end', 'flush', 'write', 'status', 'headers', 'reason', 'list', 'alias', 'replaced']) {
    test(`the policy is in a response whose head a handler writes so: ${way}`, async ({ application }) => {
      const { headers } = await rawRequest(application.url, { path: `/api/failing/heads?way=${way}` });
      expect(headers).toMatchObject({ 'content-security-policy': policy, 'x-content-type-options': 'nosniff' });
    });
  }

  test('a head with the type of data has no policy', async ({ application }) => {
    const { headers } = await rawRequest(application.url, { path: '/api/failing/heads?way=json' });
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-content-type-options': 'nosniff' });
    expect(headers).not.toHaveProperty('content-security-policy');
  });
}
