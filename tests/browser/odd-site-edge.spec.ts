import { expect } from './candor';
import { digestsIn, testOf } from './odd-site';

const test = testOf('edge');

test('a failure in the edge runtime has one digest in the document, one line and one event', async ({
  request,
  application,
  receiver,
}) => {
  const response = await request.get('/odd/edge?secret=1');
  expect(response.status()).toBe(500);
  const [digest] = await digestsIn(response);
  const event = await receiver.waitForEvent(({ event_id }) => event_id === digest);
  expect(event.exception?.values[0]?.value).toBe('Odd: a Server Component threw in the edge runtime.');
  await application.waitForLog((line) => line.digest === digest);
  expect(application.log).toMatchObject([{ msg: 'request failed', level: 'error', digest, path: '/odd/edge' }]);

  const [next] = await digestsIn(await request.get('/odd/edge'));
  await receiver.waitForEvent(({ event_id }) => event_id === next);
  expect(receiver.arrivals.map(({ event }) => event?.event_id)).toEqual([digest, next]);
});
