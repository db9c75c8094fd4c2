import { expect } from './fixtures';
import { digestsIn, testOf } from './failing-routes';

const test = testOf('edge');
test.describe.configure({ mode: 'default' }); // One worker: the site is built once.

test('a failure in the edge runtime has one digest in the document, one line and one event', async ({
  request,
  application,
  ingest,
}) => {
  const response = await request.get('/failing/edge?secret=1');
  expect(response.status()).toBe(500);
  const [digest] = await digestsIn(response);
  const event = await ingest.waitForEvent(({ event_id }) => event_id === digest);
  expect(event.exception?.values[0]?.value).toBe('Failing: a Server Component threw in the edge runtime.');
  await application.waitForLog((line) => line.digest === digest);
  expect(application.log).toMatchObject([{ msg: 'request failed', level: 'error', digest, path: '/failing/edge' }]);

  const [next] = await digestsIn(await request.get('/failing/edge'));
  await ingest.waitForEvent(({ event_id }) => event_id === next);
  expect(ingest.arrivals.map(({ event }) => event?.event_id)).toEqual([digest, next]);
});

test('the digest that a library wrote in the edge runtime stays its own, and screen, log line and event have one event id', async ({
  request,
  application,
  ingest,
}) => {
  const response = await request.get('/failing/edge?digest=sha256%3A2cf24dba');
  const [digest, ...more] = await digestsIn(response);
  expect(more).toEqual([]);
  await ingest.waitForEvent(({ event_id }) => event_id === digest);
  await application.waitForLog((line) => line.digest === digest);
  expect(await (await request.get('/failing/edge?kept=sha256%3A2cf24dba')).text()).toContain('<p>sha256:2cf24dba</p>');
});
