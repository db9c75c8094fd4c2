import { allKinds, kinds } from '../../../app/sentry-example-page/kinds';
import { patches } from '../../../candor/src/internals/patches';
import { policyPatches } from '../../../candor/src/policy/patches/patches';
import { rawRequest, type RawRequest } from '../../support/raw-request';
import { waitUntil } from '../../support/wait-until';
import { expect, expecting, failedToLoad, serverFailure, test } from '../fixtures';

type Monitoring = {
  patches: Record<'inEffect' | 'missing' | 'unproven', string[]>;
  reportedByBrowsers?: Record<string, number>;
};

/** Patches of the server whose effect is not seen here, with the reason. */
const notSeen: Readonly<Record<string, string>> = {
  'proxy-hook': 'the application has no proxy.ts; failing-routes.spec.ts has one',
};

const example = '/sentry-example-page';
const page = '/failing-page';

/** What browsers do not ask for by themselves. */
const requests: RawRequest[] = [
  { path: page, method: 'POST', headers: { 'Content-Type': 'multipart/form-data; boundary=x' }, body: 'x' },
  { path: page, headers: { RSC: '1', 'Next-Router-State-Tree': '%5B1%5D' } },
  { path: `${page}/made-later/nowhere`, headers: { Accept: 'text/html' } },
];

test.use(expecting(...[401, 403, 404, 500].map(failedToLoad), ...serverFailure));

test('after every kind of failure each patch is in effect, except those that nothing here touches', async ({
  page: withScripts,
  withoutScripts,
  start,
  service,
}) => {
  const { url, signal } = await start({ SENTRY_DSN: service.dsn, FAILURES_PER_MINUTE: '1000', DRAIN_SECONDS: '60' });
  for (const kind of allKinds.filter((kind) => 'hasUrl' in kinds[kind])) {
    for (const visitor of [withScripts, withoutScripts]) await visitor.goto(`${url}${example}?fail=${kind}`);
  }
  await withScripts.goto(`${url}${page}/made-later/page`);
  await withScripts.goto(`${url}${example}`);
  await withScripts.getByRole('button', { name: 'Run all in-page checks' }).click();
  await expect(withScripts.locator('[data-state="sending"]')).toHaveCount(0);
  for (const request of requests) await rawRequest(url, request);
  await postReport(url);
  signal('SIGTERM'); // It goes on for a minute.

  const ask = async () => (await (await fetch(`${url}/monitoring`)).json()) as Monitoring;
  const expected = [...patches, ...policyPatches]
    .filter(({ name, runtime }) => runtime === 'server' && !(name in notSeen))
    .map(({ name }) => name);
  const notInEffect = (found: Monitoring) => expected.filter((name) => !found.patches.inEffect.includes(name));
  const monitoring = await waitUntil('every patch to be in effect', async () => {
    const found = await ask();
    return notInEffect(found).length === 0 && found;
  }).catch(ask);
  expect(monitoring.patches.missing).toEqual([]);
  expect(monitoring.reportedByBrowsers).toEqual({});
  expect(notInEffect(monitoring)).toEqual([]);
});

/** As Chromium posts it, of a page whose route has to be looked up. */
async function postReport(url: string): Promise<void> {
  const headers = { 'Content-Type': 'application/reports+json', Origin: url };
  const report = { age: 6, type: 'crash', url: `${url}${page}`, user_agent: 'Mozilla/5.0', body: { reason: 'oom' } };
  await fetch(`${url}/monitoring`, { method: 'POST', headers, body: JSON.stringify([report]) });
}
