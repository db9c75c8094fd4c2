import { expect, test } from 'vitest';
import { createAsk } from '../../../../candor/src/cli/doctor/ask';
import { followFailure } from '../../../../candor/src/cli/doctor/follow-failure';
import { serveSite, type Replies } from '../../../support/candor-site';

const event = '0123456789abcdef0123456789abcdef';
const failed = { status: 500, headers: { 'Error-Digest': event, 'Content-Type': 'text/html' } };

async function follow(replies: Replies, totalMs = 5_000) {
  const { url, requested } = await serveSite(replies);
  const site = { base: new URL(url), monitoring: new URL('/monitoring', url), candor: undefined };
  const ask = createAsk({ requestMs: 2_000, totalMs: 20_000 });
  return { ...(await followFailure(site, '/fails', ask, totalMs)), requested };
}

const withState = (state: object | string, totalMs?: number) =>
  follow({ '/fails': failed, [`/monitoring?event=${event}`]: { body: state } }, totalMs);

test('a failure that the service has holds, and is told with its reference and its time', async () => {
  const { findings, notes, requested } = await withState({ event, state: 'sent', afterMs: 12 });
  expect(findings).toEqual([]);
  expect(notes).toEqual([`/fails answered with 500 and the reference ${event}: delivered after 12 ms.`]);
  expect(requested).toEqual(['/fails', `/monitoring?event=${event}`]);
});

test('the reference is read from a document that was sent before its failure', async () => {
  const row = JSON.stringify([1, `5:E${JSON.stringify({ digest: event })}\n`]);
  const { findings, notes } = await follow({
    '/fails': { headers: { 'Content-Type': 'text/html' }, body: `<p>a</p><script>self.__next_f.push(${row})</script>` },
    [`/monitoring?event=${event}`]: { body: { state: 'sent' } },
  });
  expect(findings).toEqual([]);
  expect(notes).toEqual([`/fails answered with 200 and the reference ${event}: delivered.`]);
});

test('it asks again until the state does not change any more', async () => {
  const states = ['unknown', 'sending', 'queued', 'sent'];
  const { findings, requested } = await follow({
    '/fails': failed,
    [`/monitoring?event=${event}`]: (response) => response.end(JSON.stringify({ event, state: states.shift() })),
  });
  expect(findings).toEqual([]);
  expect(requested).toHaveLength(5);
});

test.each([
  [{ state: 'off' }, 'reporting is off. Set SENTRY_DSN'],
  [{ state: 'dropped', reason: 'limit' }, 'was dropped: limit. The log says more'],
  [{ state: 'queued' }, 'still waits (queued). See that the server reaches'],
  [{ state: 'sending' }, 'still waits (sending). See that'],
  [{ state: 'unknown' }, 'does not know the event'],
  ['<p>Sign in', 'The state of the event'],
])('of the state %j it says what to do', async (state, says) => {
  const { findings } = await withState(state, 700);
  expect(findings).toEqual([{ about: 'delivery', says: expect.stringContaining(says) as string }]);
});

test.each([
  ['did not fail', { body: '<h1>Shop' }, 'answered with 200, and did not fail. Name a path that throws'],
  ['failed without a reference', { status: 500 }, 'answered with 500, without a reference. See that'],
  ['has had too many failures', { status: 429, headers: { 'Retry-After': '7' } }, 'Try again in 7 seconds'],
])('of a page that %s it says so, and asks for no event', async (_, reply, says) => {
  const { findings, requested } = await follow({ '/fails': reply });
  expect(findings).toEqual([{ about: 'delivery', says: expect.stringContaining(says) as string }]);
  expect(requested).toEqual(['/fails']);
});

test('of a page behind a login it says so', async () => {
  const { findings } = await follow({ '/fails': { status: 307, headers: { Location: '/login' } }, '/login': {} });
  const says = '/fails was redirected to /login, which answered with 200, and did not fail. Name a path that throws';
  expect(findings).toEqual([{ about: 'delivery', says: expect.stringContaining(says) as string }]);
});

test('a digest of the application’s own names no event', async () => {
  const { findings, notes } = await follow({ '/fails': { status: 500, headers: { 'Error-Digest': 'OWN-1' } } });
  expect(findings).toEqual([]);
  expect(notes).toEqual([expect.stringContaining('the digest OWN-1, which the application made itself')]);
});
