import { expect, expecting, mayPrint, redactedServerError, sampleError, shownReference } from './fixtures';
import { builtTest as test, digestsIn, digestsOf, expectReported } from './failing-routes';
import type { LogLine } from '../support/application';
import { waitUntil } from '../support/wait-until';
import { testBrowserPlaces } from './failing-routes-browser';
import { testBrowserPatches } from './failing-routes-browser-patches';
import { testAnswers } from './failing-routes-answers';
import { testBoundaries } from './failing-routes-boundaries';
import { testCaught } from './failing-routes-caught';
import { testDigests } from './failing-routes-digests';
import './failing-routes-edge';
import { testFraming } from './failing-routes-framing';
import { testLives } from './failing-routes-lives';
import { testPatches } from './failing-routes-patches';
import { testPlaces } from './failing-routes-places';
import { testResponses } from './failing-routes-responses';
import { testOutages } from './failing-routes-outages';
import { testTeamCode } from './failing-routes-team';

test.describe.configure({ mode: 'default' }); // One worker: the site is built once.
test.use(
  expecting(
    ...[sampleError, /Failing: /],
    // Of outages, and of pages that fail.
    ...[/^(TypeError: )?Failed to (load resource|fetch)/, /^(Error: )?This site is not responding/],
  ),
);

const thrown = [
  { what: 'string', message: 'Failing: a string.' },
  { what: 'object', message: '{"message":"Failing: a plain object.","code":7}' },
  { what: 'null', message: 'null' },
  { what: 'undefined', message: 'undefined' },
  { what: 'frozen', message: 'Failing: a frozen error.' },
  { what: 'rethrown', message: 'Failing: thrown, caught and thrown again.' },
  { what: 'caused', message: 'Failing: with a cause.', cause: { message: 'Failing: the cause.' } },
  { what: 'hostile', message: 'Failing: a digest of its own.' },
];

test('every thrown value has one digest in the document, one line and one event', async ({ request, since }) => {
  const paths = thrown.map(({ what }) => `/failing/throws?what=${what}`);
  const failures = await expectReported(since, await digestsOf(request, paths));
  expect(failures).toMatchObject(thrown.map(({ message, cause }) => ({ error: { message, ...(cause && { cause }) } })));
});

const unreadable = ['symbol', 'message', 'stack', 'name', 'digest'];
for (const where of ['render', 'stream', 'client']) {
  test(`a thrown value that cannot be read is one digest, line and event (${where})`, async ({ request, since }) => {
    const paths = unreadable.map((what) => `/failing/throws?what=${what}&where=${where}`);
    await expectReported(since, await digestsOf(request, paths, where === 'stream' ? 200 : 500));
  });
}

test('a rejection with an unreadable value is one line and event', async ({ request, application, reported }) => {
  for (const what of [...unreadable, 'proxy']) {
    const before = application.log.length;
    await request.post(`/failing/process?message=rejection&what=${what}`);
    const isOfProcess = ({ msg }: LogLine) => msg === 'process failed';
    const { digest } = await waitUntil('its line', () => application.log.slice(before).find(isOfProcess));
    await reported(digest);
  }
});

test('two failures of one request are two digests, two lines and two events', async ({ request, since }) => {
  const response = await request.get('/failing/boundaries');
  expect(response.status()).toBe(200);
  const digests = await digestsIn(response);
  expect(digests).toHaveLength(2);
  const { events, failures } = await since();
  expect(events.toSorted()).toEqual(digests.toSorted());
  expect(failures.map(({ digest }) => digest).toSorted()).toEqual(digests.toSorted());
});

test('an error thrown for two requests is two digests, two lines and two events', async ({ request, since }) => {
  const path = '/failing/throws?what=same';
  const digests = await digestsOf(request, [path, path]);
  expect(new Set(digests).size).toBe(2);
  await expectReported(since, digests);
});

test('a throw in proxy.ts leads to the last resort, with its digest and event', async ({ withoutScripts, since }) => {
  const response = await withoutScripts.goto('/failing/proxy?throw');
  expect(response?.status()).toBe(500);
  const digest = await shownReference(withoutScripts, 'Digest');
  await expect(withoutScripts.getByRole('link', { name: 'Go to the home page' })).toBeVisible();
  expect(await since()).toMatchObject({ events: [digest], failures: [{ digest, path: '/failing/proxy' }] });
});

test('a message cannot forge a line or a terminal escape', async ({ request, application, since }) => {
  await request.get('/failing/throws?what=control');
  await since();
  const [line = ''] = application.output.stdout.split('\n').filter((text) => text.includes('forged'));
  expect(JSON.parse(line)).toMatchObject({ msg: 'request failed', path: '/failing/throws' });
  expect(application.log.filter(({ msg }) => msg === 'forged')).toEqual([]);
  expect(line).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]|\\u001b/u);
});

test('each uncaught exception and rejection is one line and one event', async ({ request, application, reported }) => {
  for (const message of ['exception 1', 'exception 2', 'rejection 1', 'rejection 2']) {
    await request.post(`/failing/process?message=${message}`);
    const isIt = ({ msg, error }: LogLine) =>
      msg === 'process failed' && (error as { message: string }).message === message;
    const { digest, origin } = await application.waitForLog(isIt);
    expect(origin).toBe(message.startsWith('exception') ? 'uncaughtException' : 'unhandledRejection');
    await reported(digest);
    expect(application.log.filter(isIt)).toHaveLength(1);
  }
});

test('a secret in a thrown error or in its cause reaches neither the event nor any output', async ({
  request,
  application,
  reported,
}) => {
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

testAnswers(test);
testBoundaries(test);
testCaught(test);
testDigests(test);
testFraming(test);
testPlaces(test);
testResponses(test);
testBrowserPlaces(test);
testOutages(test);
testTeamCode(test);
testLives(test);
testPatches(test);
testBrowserPatches(test);
