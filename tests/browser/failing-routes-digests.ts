import { expect, failedToLoad, redactedServerError, shownReference } from './fixtures';
import { digestsIn, type testOf } from './failing-routes';

const written = ['buffer', 'number', 'zero', 'prefixed', 'base64', 'long', 'object', 'symbol', 'null', 'undefined'];
const otherWays = ['field', 'getter', 'defined', 'frozen', 'proxied', 'foreign'];

/**
 * Errors on which libraries keep a digest of their own, on the site of failing routes. Each group is one test: its
 * requests share one wait for events.
 */
export function testDigests(test: ReturnType<typeof testOf>): void {
  for (const { where, status, cases } of [
    {
      where: 'render',
      status: 500,
      cases: [
        ...written.map((value) => ({ way: 'assigned', value })),
        ...otherWays.map((way) => ({ way, value: 'buffer' })),
      ],
    },
    {
      where: 'stream',
      status: 200,
      cases: [
        ...['assigned', ...otherWays].map((way) => ({ way, value: 'prefixed' })),
        { way: 'field', value: 'undefined' },
      ],
    },
  ]) {
    test(`a digest that a library wrote stays its own (${where}), and screen, log line and event have one event id`, async ({
      request,
      application,
      since,
    }) => {
      const digests: string[] = [];
      for (const { way, value } of cases) {
        await test.step(`${value}, ${way}`, async () => {
          const response = await request.get(`/failing/digests?way=${way}&value=${value}&where=${where}`);
          expect(response.status()).toBe(status);
          const [digest = 'none', ...more] = await digestsIn(response);
          expect(more).toEqual([]);
          digests.push(digest);
          const kept = await request.get(`/failing/digests/kept?way=${way}&value=${value}`);
          expect(await kept.json(), 'unchanged').toBe(true);
        });
      }
      await expectReported(since, digests);
      for (const digest of digests) {
        expect(application.output.stderr, 'what Next prints').toContain(`digest: '${digest}'`);
      }
    });
  }

  const ofActions = [
    { way: 'assigned', value: 'buffer' },
    { way: 'field', value: 'prefixed' },
    { way: 'frozen', value: 'base64' },
  ].map(({ way, value }) => `way=${way}&value=${value}`);

  test('a digest that a library wrote stays its own (fetched action), and the screen shows an event id', async ({
    page,
    request,
    since,
    expectedOnConsole,
  }) => {
    expectedOnConsole.push(failedToLoad(500), redactedServerError);
    const digests: string[] = [];
    for (const query of ofActions) {
      await test.step(query, async () => {
        await page.goto(`/failing/digests?${query}&where=action`);
        await page.getByRole('button', { name: 'Fail' }).click();
        digests.push(await shownReference(page, 'Digest'));
        expect(await (await request.get(`/failing/digests/kept?${query}`)).json(), 'unchanged').toBe(true);
      });
    }
    await expectReported(since, digests);
  });

  test('a digest that a library wrote stays its own (posted form), and the last resort shows an event id', async ({
    withoutScripts,
    request,
    since,
  }) => {
    const digests: string[] = [];
    for (const query of ofActions) {
      await test.step(query, async () => {
        await withoutScripts.goto(`/failing/digests?${query}&where=action`);
        await withoutScripts.getByRole('button', { name: 'Fail' }).click();
        digests.push(await shownReference(withoutScripts, 'Digest'));
        expect(await (await request.get(`/failing/digests/kept?${query}`)).json(), 'unchanged').toBe(true);
      });
    }
    await expectReported(since, digests);
  });
}

type Since = () => Promise<{ events: string[]; failures: { digest?: string }[] }>;

/** Expects one event and one log line for each of these failures. */
async function expectReported(since: Since, digests: string[]): Promise<void> {
  const { events, failures } = await since();
  expect(events.toSorted()).toEqual(digests.toSorted());
  expect(failures.map(({ digest }) => digest)).toEqual(digests);
}
