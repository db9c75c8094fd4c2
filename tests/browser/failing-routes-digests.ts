import { expect, mayPrint, redactedServerError, shownReference } from './fixtures';
import { digestOf, expectReported, type testOf } from './failing-routes';

/**
 * Errors on which libraries keep a digest of their own, on the site of failing routes. Each group is one test: its
 * requests share one wait for events.
 */
export function testDigests(test: ReturnType<typeof testOf>): void {
  const groups = [
    { where: 'render', status: 500, cases: ['way=assigned&value=buffer', 'way=frozen&value=prefixed'] },
    { where: 'stream', status: 200, cases: ['way=assigned&value=prefixed', 'way=field&value=undefined'] },
  ];
  for (const { where, status, cases } of groups) {
    test(`a digest that a library wrote stays its own (${where}) beside one event id`, async ({
      request,
      application,
      since,
    }) => {
      const digests: string[] = [];
      for (const query of cases) {
        await test.step(query, async () => {
          digests.push(await digestOf(request, `/failing/digests?${query}&where=${where}`, status));
          expect(await (await request.get(`/failing/digests/kept?${query}`)).json(), 'unchanged').toBe(true);
        });
      }
      await expectReported(since, digests);
      for (const digest of digests) {
        expect(application.output.stderr, 'what Next prints').toContain(`digest: '${digest}'`);
      }
    });
  }

  test('a digest that a library wrote stays its own (action), and the screen shows an event id', async ({
    page,
    request,
    since,
  }) => {
    mayPrint(page, redactedServerError);
    const digests: string[] = [];
    for (const query of ['way=assigned&value=buffer', 'way=frozen&value=prefixed']) {
      await page.goto(`/failing/digests?${query}&where=action`);
      await page.getByRole('button', { name: 'Fail' }).click();
      digests.push(await shownReference(page, 'Digest'));
      expect(await (await request.get(`/failing/digests/kept?${query}`)).json(), 'unchanged').toBe(true);
    }
    await expectReported(since, digests);
  });
}
