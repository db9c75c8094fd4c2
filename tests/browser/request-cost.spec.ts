import { countsOf, NODE_OPTIONS } from '../support/counted-work';
import { rawRequest } from '../support/raw-request';
import { expect, test } from './fixtures';

// What no machine changes. A change that adds to these numbers changes them here, and says why. What a failure costs past its budget is in
// failure-budget.spec.ts, which has to make two thousand of them.

const many = 20;

test('a page that does not fail costs no promise, no timer and no call of the file system', async ({
  start,
  service,
}) => {
  const site = await start({ SENTRY_DSN: service.dsn, NODE_OPTIONS });
  const ask = async (path: string) => expect((await rawRequest(site.url, { path })).status, path).toBe(200);
  for (const path of ['/', '/sentry-example-page']) await ask(path); // What is done once is done.
  const some = expect.any(Number); // A positive control: the start costs some of each.
  expect(await countsOf(site)).toMatchObject({ promises: some, timers: some, 'file calls': some });

  for (const path of ['/', '/sentry-example-page', '/icon.svg']) {
    for (let time = 0; time < many; time += 1) await ask(path);
    const { subscribers, ...counts } = await countsOf(site);
    expect(counts, path).toEqual({ msg: 'counted' });
    expect(subscribers).toEqual({
      'http.server.request.start': 1,
      'net.server.socket': 1,
    });
  }
});

/** Of one envelope, from the request to the response. */
const ofEnvelope = {
  promises: 34, // Each step waits for the next: admission, body, budget, delivery, attempt, response.
  timers: 2, // The body's time limit, and that of the attempt to send it.
  'file calls': 0, // It is sent at once, so the outbox has nothing to do.
  lines: 1, // It is accepted.
  copies: 1, // The service's response: of the envelope itself no byte is copied.
};

test('a posted envelope costs these promises, timers and calls, and none of its bytes is copied', async ({
  start,
  service,
}) => {
  const site = await start({ SENTRY_DSN: service.dsn, NODE_OPTIONS, TRUSTED_PROXY_HOPS: '1' });
  const post = async (client: number) => {
    const event_id = client.toString(16).padStart(32, '0');
    const body = `${JSON.stringify({ event_id })}\n{"type":"event"}\n${JSON.stringify({ event_id })}`;
    const headers = { 'X-Forwarded-For': `192.0.2.${client}` };
    const { status } = await rawRequest(site.url, { path: '/monitoring', method: 'POST', headers, body });
    expect(status).toBe(200);
  };
  for (let client = 0; client < 5; client += 1) await post(client); // What is done once is done.
  await countsOf(site);
  for (let client = 0; client < many; client += 1) await post(client);
  const counts: Record<string, unknown> = await countsOf(site);
  const perEnvelope = Object.keys(ofEnvelope).map((what) => [what, Number(counts[what] ?? 0) / many]);
  expect(Object.fromEntries(perEnvelope)).toEqual(ofEnvelope);
});
