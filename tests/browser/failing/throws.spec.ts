import type { LogLine } from '../../support/application';
import { waitUntil } from '../../support/wait-until';
import { digestOf, digestsIn, expect, expectReported, mayPrint, redactedServerError, test } from './fixtures';

const thrown = [
  { query: 'what=string', message: 'Failing: a string.' },
  { query: 'what=object', message: '{"message":"Failing: a plain object.","code":7}' },
  { query: 'what=null', message: 'null' },
  { query: 'what=undefined', message: 'undefined' },
  { query: 'what=frozen', message: 'Failing: a frozen error.' },
  { query: 'what=rethrown', message: 'Failing: thrown, caught and thrown again.' },
  { query: 'what=caused', message: 'Failing: with a cause.', cause: { message: 'Failing: the cause.' } },
  { query: 'what=hostile', message: 'Failing: a digest of its own.' },
];
const unreadable = ['symbol', 'message', 'proxy'];

test('every thrown value has one digest in the document, one line and one event', async ({ request, since }) => {
  const digests: string[] = [];
  for (const { query } of thrown) digests.push(await digestOf(request, `/failing/throws?${query}`));
  const failures = await expectReported(since, digests);
  const readable = thrown.map(({ message, cause }) => ({ error: { message, ...(cause && { cause }) } }));
  expect(failures).toMatchObject(readable);
});

test('two failures of one request, and one error for two requests, are two of each', async ({ request, since }) => {
  const path = '/failing/throws?what=same';
  const digests = [...(await digestsIn(await request.get('/failing/boundaries')))];
  for (let time = 1; time <= 2; time += 1) digests.push(await digestOf(request, path));
  expect(new Set(digests).size).toBe(4);
  const { events, failures } = await since();
  const logged = failures.map(({ digest }) => digest);
  expect([events, logged].map((ids) => ids.toSorted())).toEqual([digests.toSorted(), digests.toSorted()]);
});

test('what fails outside of a request is one line, and one event where it can be read', async ({
  request,
  application,
  reported,
}) => {
  const ways = ['exception 1', 'exception 2', 'rejection 1', 'rejection 2'].map((message) => `message=${message}`);
  for (const query of [...ways, ...unreadable.map((what) => `message=rejection&what=${what}`)]) {
    const before = application.log.length;
    await request.post(`/failing/process?${query}`);
    const isOfProcess = ({ msg }: LogLine) => msg === 'process failed';
    const { digest, origin } = await waitUntil('its line', () => application.log.slice(before).find(isOfProcess));
    if (!ways.includes(query)) continue; // Next fails while it reads one.
    expect(origin).toBe(query.includes('ex') ? 'uncaughtException' : 'unhandledRejection');
    await reported(digest);
  }
});

test('work that nothing waits for fails once, as the process', async ({ request, application, since }) => {
  const before = application.log.length;
  expect((await request.get('/failing/places/detached')).status()).toBe(200);
  const { events, failures } = await since();
  expect(failures).toEqual([]);
  const lines = application.log.slice(before).filter(({ msg }) => msg === 'process failed');
  const error = { message: 'Failing: work that a Server Component did not wait for.' };
  expect(lines).toMatchObject([{ digest: events[0], origin: 'unhandledRejection', error }]);
  expect(events).toHaveLength(1);
});

test('a message cannot forge a line or a terminal escape', async ({ request, application, since }) => {
  await request.get('/failing/throws?what=control');
  await since();
  const [line = ''] = application.output.stdout.split('\n').filter((text) => text.includes('forged'));
  expect(JSON.parse(line)).toMatchObject({ msg: 'request failed', path: '/failing/throws' });
  expect(application.log.filter(({ msg }) => msg === 'forged')).toEqual([]);
  expect(line).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]|\\u001b/u);
});

test('a secret in a thrown error reaches neither event nor output', async ({ request, application, reported }) => {
  const [token, card] = ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.x', '4111 1111 1111 1111'];
  const [password, email, userInfo] = ['hunter2', 'jo.doe@example.org', 'p4ss'];
  const words = `password=${password}; card ${card}; mail ${email}; Bearer ${token}; https://jo:${userInfo}@db.test/`;
  const response = await request.get('/failing/says', { headers: { 'X-Words': words } });
  const [digest] = await digestsIn(response);
  const { line, event } = await reported(digest);
  const masked = 'password=[masked]; card [masked]; mail [masked]; Bearer [masked]; https://[masked]@db.test/';
  expect(line).toMatchObject({ error: { message: masked } });
  expect(event.exception?.values.map(({ value }) => value)).toEqual([`The cause: ${masked}`, masked]);

  await request.post(`/failing/process?message=${encodeURIComponent(`exception with ${words}`)}`);
  await application.waitForLog(({ error }) => (error as { message?: string })?.message === `exception with ${masked}`);
  const { stdout, stderr } = application.output;
  expect(stderr).toContain(masked); // Next prints it, too.
  expect(stderr).toContain(digest);
  for (const secret of [token, card, password, email, userInfo]) {
    for (const text of [stdout, stderr, JSON.stringify(event), await response.text()])
      expect(text).not.toContain(secret);
  }
});

test('Try again refetches, and shows the page when the cause is gone', async ({ page }) => {
  mayPrint(page, redactedServerError);
  await page.goto('/failing/heals?key=try-again');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Healed');
});
