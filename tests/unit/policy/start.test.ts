import { expect, test, vi } from 'vitest';
import { observeServers } from '../../../candor/src/internals/server/request-start';
import { createRateLimit, postLimits } from '../../../candor/src/monitoring/rate-limit';
import { startPolicy } from '../../../candor/src/policy/start';
import { eachInFolder } from '../../support/each-in-folder';
import { rawRequest } from '../../support/raw-request';
import { serve } from '../../support/serve';
import { recordLog } from '../delivery/set-up-delivery';

vi.mock('../../../candor/src/policy/patches/cache-headers', () => ({
  isCached: () => false,
  isPostponed: ({ req }: { req: { url: string } }) => {
    if (req.url.startsWith('/broken')) throw new RangeError('broken');
    return false;
  },
}));

const { folder } = eachInFolder();

function start() {
  vi.spyOn(process, 'cwd').mockReturnValue(folder());
  const { log, lines } = recordLog();
  const part = startPolicy({ policy: 'enforce', tunnel: '/monitoring' }, log);
  observeServers({ requestStarts: [part.requestStarts] });
  return { part, lines };
}

async function get(path: string, text: string) {
  const { url } = await serve((response) => {
    const meta = { match: { definition: { kind: 'APP_PAGE' } } };
    Object.assign(response.req, { [Symbol.for('NextInternalRequestMeta')]: meta });
    response.setHeader('Content-Type', 'text/html').write(text);
    response.end();
  });
  return (await rawRequest(url, { path })).headers;
}

test('what the policy throws is one line a minute, with the path and without its query', async () => {
  const { lines } = start();
  for (const path of ['/broken/a?token=secret', '/broken/b']) await get(path, '<p>');
  const error = { type: 'RangeError', message: 'broken' };
  expect(lines).toMatchObject([{ level: 'error', msg: 'policy failed', count: 1, path: '/broken/a', error }]);
});

test('that the policy only reports is one line, and its state', async () => {
  const { part, lines } = start();
  expect(part.state()).toEqual({ mode: 'enforce', reports: {} });
  const withoutNonce = '<script src="/_next/static/a.js"></script>';
  for (const time of [1, 2])
    expect(await get('/', withoutNonce), `${time}`).toHaveProperty('content-security-policy-report-only');
  expect(lines).toMatchObject([{ level: 'error', msg: 'policy only reports' }]);
  expect(part.state()).toEqual({ mode: 'report', reports: {} });
});

test('reports of browsers are its own from the time that it accepts them, and counted', async () => {
  const { part } = start();
  const post = (type: string) =>
    part.respondToReports(
      new Request('https://candor.test/monitoring', {
        method: 'POST',
        headers: { 'Content-Type': type, Host: 'candor.test' },
        body: JSON.stringify([{ type: 'crash', url: 'https://candor.test/', body: {} }]),
      }),
    );
  expect(post('application/reports+json')).toBeUndefined();
  const build = { environment: 'staging', release: '1.2.3' };
  part.acceptReports({ ...build, rateLimit: createRateLimit(postLimits), trustedProxyHops: 0, reporting: undefined });
  expect(post('application/x-sentry-envelope')).toBeUndefined();
  expect((await post('application/reports+json'))?.status).toBe(200);
  expect(part.state().reports).toEqual({ crash: 1 });
});
