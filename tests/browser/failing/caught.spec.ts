import { expect, test } from './fixtures';

// What a team's own code reports in the browser.

const exception = (value: object) => ({ exception: { values: [value] } });
const mechanism = { type: 'candor.report', handled: true };
const bySdk = { mechanism: { type: 'candor.sdk', handled: true } };
const scope = { tags: { plan: 'free', part: 'basket' }, extra: { password: '[masked]' }, user: { id: 'visitor-7' } };
const ways = [
  { way: 'report', event: exception({ value: 'Failing: caught and reported.', mechanism }) },
  { way: 'report a text', event: exception({ value: 'Failing: a text.' }) },
  { way: 'report and throw', event: exception({ mechanism }) },
  { way: 'capture an exception', event: { ...exception({ value: 'Failing: captured.', ...bySdk }), ...scope } },
  { way: 'capture a message', event: { message: 'Failing: a message.', level: 'warning' } },
];
test('what a page reports itself arrives under the ids that it got, once', async ({ page, ingest, since }) => {
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
