import { expect, test } from 'vitest';
import type { ReadReport } from '../../../candor/src/monitoring/read-browser-reports';
import { createRateLimit } from '../../../candor/src/monitoring/rate-limit';
import { createReportEndpoint } from '../../../candor/src/monitoring/report-endpoint';

const report = { type: 'crash', url: 'https://candor.test/', body: { reason: 'oom' } };
const url = 'http://10.0.0.1:3000/monitoring';

function openEndpoint({ perClientPerSecond = 1_000 } = {}) {
  const taken: { reports: ReadReport[]; userAgent: string | undefined }[] = [];
  const endpoint = createReportEndpoint({
    take: (reports, userAgent) => Promise.resolve(void taken.push({ reports, userAgent })),
    rateLimit: createRateLimit({ concurrency: 8, perClientConcurrency: 8, perSecond: 1_000, perClientPerSecond }),
    trustedProxyHops: 0,
  });
  return {
    taken,
    async post(body: unknown, headers: Record<string, string> = {}) {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const own = { 'Content-Type': 'application/reports+json', Host: 'candor.test' };
      const response = await endpoint(
        new Request(url, { method: 'POST', body: text, headers: { ...own, ...headers } }),
      );
      expect(response.headers.get('Cache-Control')).toBe('no-store');
      return { response, status: response.status, json: (await response.json()) as unknown };
    },
  };
}

test('accepts reports, and the browser’s name from the request', async () => {
  const { post, taken } = openEndpoint();
  const posted = await post([report, 7], { 'User-Agent': 'A browser' });
  expect(posted).toMatchObject({ status: 200, json: { reports: 2 } });
  expect(taken).toMatchObject([{ reports: [{ type: 'crash', reason: 'oom' }, 'malformed'], userAgent: 'A browser' }]);
});

test.each([
  ['that is not JSON gets 400', 'hello', 400, 'The body is not JSON.'],
  ['over 256 KiB gets 413', `[${'{},'.repeat(350_000)}{}]`, 413, 'The list of reports is larger than 256 KiB.'],
])('a body %s and one sentence', async (_, body, status, error) => {
  const { post, taken } = openEndpoint();
  expect(await post(body)).toMatchObject({ status, json: { error } });
  expect(taken).toEqual([]);
});

test('another type, or an encoded body, gets 415', async () => {
  const { post } = openEndpoint();
  expect(await post([report], { 'Content-Type': 'text/plain' })).toMatchObject({ status: 415 });
  const { response, status, json } = await post([report], { 'Content-Encoding': 'gzip' });
  expect({ status, json }).toEqual({ status: 415, json: { error: 'Content-Encoding is not supported.' } });
  expect(response.headers.get('Accept-Encoding')).toBe('identity');
});

// Chromium sends no Sec-Fetch-Site with reports of the Reporting API, and Origin always.
test.each<[number, Record<string, string>]>([
  [200, { Origin: 'https://candor.test', Host: 'CANDOR.test' }],
  [200, { Origin: 'https://candor.test', Host: '10.0.0.1:3000', 'X-Forwarded-Host': 'candor.test, inner.test' }],
  [403, { Origin: 'https://elsewhere.test' }],
  [403, { Origin: 'https://candor.test', Host: '10.0.0.1:3000' }],
])('responds with %i to a report with %j', async (status, headers) => {
  const { post, taken } = openEndpoint();
  expect((await post([report], headers)).status).toBe(status);
  expect(taken).toMatchObject(status === 200 ? [{ reports: [{ type: 'crash' }] }] : []);
});
