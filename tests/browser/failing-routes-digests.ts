import { expect, failedToLoad, redactedServerError, shownReference } from './fixtures';
import { digestsIn, type testOf } from './failing-routes';

const written = ['buffer', 'number', 'zero', 'prefixed', 'base64', 'long', 'object', 'symbol', 'null', 'undefined'];
const otherWays = ['field', 'getter', 'defined', 'frozen', 'proxied', 'foreign'];

/** What becomes of errors on which libraries keep a digest of their own. On the site of failing routes that is built already. */
export function testDigests(test: ReturnType<typeof testOf>): void {
  for (const { way, value, where, status } of [
    ...written.map((value) => ({ way: 'assigned', value, where: 'render', status: 500 })),
    ...otherWays.map((way) => ({ way, value: 'buffer', where: 'render', status: 500 })),
    ...['assigned', ...otherWays].map((way) => ({ way, value: 'prefixed', where: 'stream', status: 200 })),
    { way: 'field', value: 'undefined', where: 'stream', status: 200 },
  ]) {
    test(`the digest that a library wrote (${value}, ${way}; ${where}) stays its own, and screen, log line and event have one event id`, async ({
      request,
      application,
      since,
    }) => {
      const response = await request.get(`/failing/digests?way=${way}&value=${value}&where=${where}`);
      expect(response.status()).toBe(status);
      const [digest = 'none', ...more] = await digestsIn(response);
      expect(more).toEqual([]);
      expect(await since()).toMatchObject({ events: [digest], failures: [{ digest }] });
      expect(application.output.stderr, 'what Next prints').toContain(`digest: '${digest}'`);
      const kept = await request.get(`/failing/digests/kept?way=${way}&value=${value}`);
      expect(await kept.json(), 'unchanged').toBe(true);
    });
  }

  for (const { way, value } of [
    { way: 'assigned', value: 'buffer' },
    { way: 'field', value: 'prefixed' },
    { way: 'frozen', value: 'base64' },
  ]) {
    const query = `way=${way}&value=${value}`;

    test(`the digest that a library wrote (${value}, ${way}; fetched action) stays its own, and the screen shows an event id`, async ({
      page,
      request,
      since,
      expectedOnConsole,
    }) => {
      expectedOnConsole.push(failedToLoad(500), redactedServerError);
      await page.goto(`/failing/digests?${query}&where=action`);
      await page.getByRole('button', { name: 'Fail' }).click();
      const digest = await shownReference(page, 'Digest');
      expect(await since()).toMatchObject({ events: [digest], failures: [{ digest }] });
      expect(await (await request.get(`/failing/digests/kept?${query}`)).json(), 'unchanged').toBe(true);
    });

    test(`the digest that a library wrote (${value}, ${way}; posted form) stays its own, and the last resort shows an event id`, async ({
      withoutScripts,
      request,
      since,
    }) => {
      await withoutScripts.goto(`/failing/digests?${query}&where=action`);
      await withoutScripts.getByRole('button', { name: 'Fail' }).click();
      const digest = await shownReference(withoutScripts, 'Digest');
      expect(await since()).toMatchObject({ events: [digest], failures: [{ digest }] });
      expect(await (await request.get(`/failing/digests/kept?${query}`)).json(), 'unchanged').toBe(true);
    });
  }
}
