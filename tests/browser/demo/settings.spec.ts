import { actionIds, postAction } from '../../support/actions';
import { expect, test } from './fixtures';

test('with reporting off the example page says so, and how to turn it on', async ({ page, start }) => {
  const { url } = await start({});
  await page.goto(`${url}/sentry-example-page`);
  await expect(page.getByText('Reporting is off')).toContainText('SENTRY_DSN');
});

test('EXAMPLE_PAGE=off gives 404 for the page, its failures, and its actions anywhere', async ({ request, start }) => {
  const ids = await actionIds(request, (await start({})).url, '/sentry-example-page');
  expect(Object.keys(ids)).toHaveLength(7);
  const { url, log } = await start({ EXAMPLE_PAGE: 'off', FAILURES_PER_MINUTE: '0' });
  for (const search of ['', '?fail=server-render', '?limited', '?done=server-action-ok']) {
    expect((await request.get(`${url}/sentry-example-page${search}`)).status(), search).toBe(404);
  }
  expect((await request.get(`${url}/sentry-example-page/route-handler`)).status()).toBe(404);
  for (const [kind, id] of Object.entries(ids)) {
    const page = `${url}/sentry-example-page`;
    expect((await postAction(request, page, id)).status(), kind).toBe(404);
    expect((await postAction(request, `${url}/no/such/page`, id)).status(), kind).toBe(404);
    const form = await request.post(page, { multipart: { [`$ACTION_ID_${id}`]: '' }, maxRedirects: 0 });
    expect(form.status(), kind).toBe(404);
    // Next responds for its static page with the status of that page, and with nothing of the action's.
    const text = await (await postAction(request, `${url}/`, id)).text();
    expect(text, kind).not.toContain('succeededAt');
    expect(text, kind).toContain('NEXT_HTTP_ERROR_FALLBACK;404');
  }
  expect(log.filter(({ msg }) => msg !== 'reporting is off')).toEqual([]);
});
