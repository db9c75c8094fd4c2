import { actionIds, postAction } from '../support/actions';
import { expect, sampleError, test } from './candor';

// What Next answers and throws here is known by its texts (app/_reporting/refused-action.ts): if these fail after an
// update of Next, the texts have changed.
const long = 'x'.repeat(1024 * 1024);

test.beforeEach(({ expectedOnConsole }) => {
  expectedOnConsole.push(sampleError);
});

for (const { what, reason, headers, body } of [
  { what: 'of another site', reason: 'it comes from another site', headers: { Origin: 'https://elsewhere.test' } },
  { what: 'of an Origin that is none', reason: 'it comes from another site', headers: { Origin: '::' } },
  { what: 'with a body over 1 MB', reason: 'its body is longer than 1 MB', body: JSON.stringify([long]) },
]) {
  test(`a fetched action ${what} is answered with 500, and is one line and no event`, async ({
    request,
    application,
    since,
  }) => {
    const logged = application.log.length;
    const id = (await actionIds(request))['server-action'] ?? '';
    const response = await postAction(request, '/sentry-example-page', id, { headers, body });
    expect(response.status()).toBe(500);
    await application.waitForLog((line) => application.log.indexOf(line) >= logged);
    expect(await since()).toEqual({ events: [], failures: [] });
    expect(application.log.slice(logged)).toMatchObject([
      { msg: 'request refused', level: 'warn', reason, method: 'POST', path: '/sentry-example-page' },
      { msg: 'event accepted' }, // The event that `since` makes.
    ]);
  });
}

for (const { what, reason, origin, words } of [
  { what: 'from another site', reason: 'it comes from another site', origin: 'https://elsewhere.test', words: '' },
  { what: 'of more than 1 MB', reason: 'its body is longer than 1 MB', origin: undefined, words: long },
]) {
  test(`an action posted as a form ${what} is answered with 500, and is one line and no event`, async ({
    request,
    application,
    since,
  }) => {
    const logged = application.log.length;
    const id = (await actionIds(request))['server-action'] ?? '';
    const response = await request.post('/sentry-example-page', {
      headers: origin === undefined ? {} : { Origin: origin },
      multipart: { [`$ACTION_ID_${id}`]: '', words },
      maxRedirects: 0,
    });
    expect(response.status()).toBe(500);
    expect(await since()).toEqual({ events: [], failures: [] });
    const [line, ...more] = application.log.slice(logged);
    expect(more).toMatchObject([{ msg: 'event accepted' }]);
    expect(line).toMatchObject({ msg: 'request refused', level: 'warn', reason });
    expect(await response.text(), 'the reference on the screen is the one of the line').toContain(line?.digest);
  });
}
