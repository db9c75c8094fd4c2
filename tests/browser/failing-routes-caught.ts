import { expect } from './fixtures';
import type { testOf } from './failing-routes';

/** What a team's own code reports in the browser, on the site of failing routes. */
export function testCaught(test: ReturnType<typeof testOf>): void {
  const ways = [
    {
      way: 'report',
      event: {
        exception: {
          values: [{ value: 'Failing: caught and reported.', mechanism: { type: 'candor.report', handled: true } }],
        },
      },
    },
    { way: 'report a text', event: { exception: { values: [{ value: 'Failing: a text.' }] } } },
    {
      way: 'report and throw',
      event: { exception: { values: [{ mechanism: { type: 'candor.report', handled: true } }] } },
    },
    {
      way: 'capture an exception',
      event: {
        exception: { values: [{ value: 'Failing: captured.', mechanism: { type: 'candor.sdk', handled: true } }] },
        tags: { plan: 'free', part: 'basket' },
        extra: { password: '[masked]' },
        user: { id: 'visitor-7' },
      },
    },
    { way: 'capture a message', event: { message: 'Failing: a message.', level: 'warning' } },
  ];
  test('what a page reports itself arrives under the ids that it got, once', async ({
    page,
    expectedOnConsole,
    ingest,
    since,
  }) => {
    expectedOnConsole.push(/Failing: /);
    const ids: string[] = [];
    await page.goto('/failing/caught-in-browser');
    for (const { way, event } of ways) {
      await test.step(way, async () => {
        await page.getByRole('button', { name: way, exact: true }).click();
        const output = page.locator('output');
        if (ids.length > 0) await expect(output).not.toHaveText(ids.at(-1) ?? '');
        await expect(output).toHaveText(/^[0-9a-f]{32}$/);
        const id = await output.innerText();
        ids.push(id);
        const arrived = await ingest.waitForEvent(({ event_id }) => event_id === id);
        expect(arrived).toMatchObject({ ...event, transaction: '/failing/caught-in-browser' });
        if (way === 'report') expect(arrived.user, 'before one is set').toBeUndefined();
      });
    }
    expect(await since()).toEqual({ events: ids, failures: [] });
  });

  test('feedback that a page sends with the SDK arrives, with the address for a reply', async ({
    page,
    ingest,
    since,
  }) => {
    await page.goto('/failing/caught-in-browser');
    await page.getByRole('button', { name: 'send feedback' }).click();
    await since();
    const feedback = ingest.arrivals.map((arrival) => arrival.feedback);
    expect(feedback).toContainEqual(
      expect.objectContaining({ message: 'Failing: I liked it.', contact_email: 'jo@example.org' }),
    );
  });

  test('a failed fetch that nobody awaits is an unhandled rejection', async ({ page, expectedOnConsole }) => {
    expectedOnConsole.push(/Failed to (fetch|load resource)/);
    await page.route('**/failing/nowhere', (route) => route.abort());
    await page.goto('/failing/caught-in-browser');
    const unhandled = page.waitForEvent('pageerror');
    await page.getByRole('button', { name: 'fetch and forget' }).click();
    expect((await unhandled).message).toBe('Failed to fetch');
  });
}
