import { newEventId } from '../../candor/src/shared/digest';
import { expect, test } from './fixtures';

// docs/decisions/0018: services group by what the frames name, and Candor sends no fingerprint.

test('Bugsink has the sources of an event, with nothing uploaded, and groups it by type and message', async ({
  request,
  application,
  bugsink,
}) => {
  await request.get('/failing-page?fail=server-render');
  const { digest = '' } = await application.waitForLog(({ msg }) => msg === 'request failed');
  const { data, stacktrace_md } = await bugsink.waitForEvent(digest);
  const [exception] = data.exception?.values ?? [];
  const thrown = exception?.stacktrace?.frames.at(-1);
  expect(thrown).toMatchObject({ function: 'FailingPage', in_app: true, lineno: expect.any(Number) });
  expect(thrown?.filename).toMatch(/(?:^|\/)app\/failing-page\/page\.tsx$/);
  expect(stacktrace_md).toContain('if (kind === ');
  expect(data).not.toHaveProperty('fingerprint');

  /** An event of a browser, elsewhere in the code. */
  const post = async (value: string) => {
    const id = newEventId();
    const frames = [{ filename: 'https://shop.test/a.js', function: 'other', lineno: 5, colno: 5, in_app: true }];
    const event = { platform: 'javascript', exception: { values: [{ type: 'Error', value, stacktrace: { frames } }] } };
    const body = `{"event_id":"${id}"}\n{"type":"event"}\n${JSON.stringify(event)}`;
    expect((await fetch(`${application.url}/monitoring`, { method: 'POST', body })).status).toBe(200);
    await bugsink.waitForEvent(id);
    return bugsink.issueOf(id);
  };
  const issue = await bugsink.issueOf(digest);
  expect(issue).toBeDefined();
  expect(await post(exception?.value ?? ''), 'another fault with the same message').toBe(issue);
  expect(await post('Another message.')).not.toBe(issue);
});
