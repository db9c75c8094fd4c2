import { applicationErrorMessage } from '../../../candor/src/responses/error-message';
import type { Page } from 'playwright/test';
import type { LogLine } from '../../support/application';
import type { FakeIngest } from '../../support/fake-ingest';
import { waitUntil } from '../../support/wait-until';
import { control, countersOf, eventState, expect, expectReported, keptReports, mayPrint, post } from './fixtures';
import { redactedServerError, shownReference, test } from './fixtures';

const places = '/failing/places';

const lazy = 'a module that the browser imports when it is needed';
const ofBrowser: { button: string; message?: string; isScreen?: true }[] = [
  { button: 'lazy', message: lazy, isScreen: true },
  { button: 'use', message: 'a promise that use() reads', isScreen: true },
  { button: 'effect', message: 'an effect', isScreen: true },
  { button: 'import', message: lazy },
  { button: 'transition', message: 'an action of a transition' },
  { button: 'json' }, // HTML that is read as JSON.
];

test('a throw in the browser is one event, and a screen while it renders', async ({ page, ingest, since }) => {
  mayPrint(page, /Unexpected token '<'/);
  const ids: (string | undefined)[] = [];
  for (const { button, message, isScreen } of ofBrowser) {
    const before = ingest.arrivals.length;
    await page.goto(`${places}/browser`);
    await page.getByText(button, { exact: true }).click();
    if (isScreen) await expect(page.getByText(applicationErrorMessage('client', 'localhost')), button).toBeVisible();
    const { event } = await waitUntil('its event', () => ingest.arrivals.slice(before).find((one) => one.event));
    const ofJson = { type: 'SyntaxError', mechanism: { type: 'candor.unhandledrejection', handled: false } };
    const value = event?.exception?.values.at(-1);
    expect(value, button).toMatchObject(message ? { value: `Failing: ${message}.` } : ofJson);
    expect(event?.transaction).toBe(`${places}/browser`);
    if (isScreen) expect(await shownReference(page, 'Event')).toBe(event?.event_id);
    else await expect.poll(() => keptReports(page)).toBe(0);
    ids.push(event?.event_id);
  }
  expect(await since()).toEqual({ events: ids, failures: [] });
});

test('what is nobody’s failure is not an event, and is counted', async ({ page, application, since }) => {
  mayPrint(page, /Content Security Policy/);
  for (const { button, reason } of [
    { button: 'suspends', reason: 'React suspends' }, // What React throws to suspend, and code has captured.
    { button: 'foreign', reason: 'a script of another site' },
    { button: 'validate', reason: 'eval' }, // A probe for eval, as Zod makes.
  ]) {
    const counted = async () => {
      const { ignored, policy } = await countersOf(application);
      return { ...ignored, ...policy.reports }[reason] ?? 0;
    };
    const before = await counted();
    await page.goto(`${places}/browser`);
    await page.getByText(button, { exact: true }).click();
    await expect.poll(counted, reason).toBeGreaterThan(before);
  }
  expect(await since()).toEqual({ events: [], failures: [] });
});

test('a failed action has its digest, also without scripts', async ({ page, withoutScripts, application, since }) => {
  mayPrint(page, redactedServerError);
  const logged = application.log.length;
  const digests: string[] = [];
  for (const visitor of [page, withoutScripts]) {
    await visitor.goto(`${places}/actions`);
    const response = await post(visitor, visitor.getByRole('button', { name: 'Submit' }));
    expect(response.status()).toBe(500);
    digests.push(await shownReference(visitor, 'Digest'));
    expect(await response.headerValue('error-digest')).toBe(digests.at(-1));
  }
  await page.goto(`${places}/actions`);
  await page.getByRole('button', { name: 'Call for a function' }).click();
  const isOfResult = ({ error }: LogLine) => JSON.stringify(error ?? '').includes('Functions cannot be passed');
  const { digest = '', routeType } = await waitUntil('its line', () => application.log.slice(logged).find(isOfResult));
  expect(routeType).toBe('action');
  await expectReported(since, [...digests, digest]);
  expect(application.log.slice(logged).filter(({ msg }) => msg === 'request rejected')).toEqual([]);
});

test('a failure of a prefetch is one event, whose digest the page then shows', async ({ page, since, application }) => {
  mayPrint(page, redactedServerError);
  await page.goto(`${places}/prefetch`);
  await application.waitForLog(({ path }) => path === `${places}/prefetch/target`);
  await page.getByRole('link', { name: 'To a page that fails' }).click();
  await expect(page.getByText(applicationErrorMessage('server', 'localhost'))).toBeVisible();
  const shown = await shownReference(page, 'Digest');
  expect(await since()).toMatchObject({ events: [shown], failures: [{ digest: shown }] });
});

const exception = (value: object) => ({ exception: { values: [value] } });
const mechanism = { type: 'candor.report', handled: true };
const bySdk = { mechanism: { type: 'candor.sdk', handled: true } };
const scope = { tags: { plan: 'free', part: 'basket' }, extra: { password: '[masked]' }, user: { id: 'visitor-7' } };
const reports = [
  { way: 'report', event: exception({ value: 'Failing: caught and reported.', mechanism }) },
  { way: 'report a text', event: exception({ value: 'Failing: a text.' }) },
  { way: 'report and throw', event: exception({ mechanism }) },
  { way: 'capture an exception', event: { ...exception({ value: 'Failing: captured.', ...bySdk }), ...scope } },
  { way: 'capture a message', event: { message: 'Failing: a message.', level: 'warning' } },
];
test('what a page reports itself arrives under the ids that it got, once', async ({ page, ingest, since }) => {
  const ids: string[] = [];
  await page.goto('/failing/caught-in-browser');
  for (const { way, event } of reports) {
    await page.getByRole('button', { name: way, exact: true }).click();
    const output = page.locator('output');
    if (ids.length > 0) await expect(output).not.toHaveText(ids.at(-1) ?? '');
    await expect(output, way).toHaveText(/^[0-9a-f]{32}$/);
    const id = await output.innerText();
    ids.push(id);
    const arrived = await ingest.waitForEvent(({ event_id }) => event_id === id);
    expect(arrived, way).toMatchObject({ ...event, transaction: '/failing/caught-in-browser' });
    if (way === 'report') expect(arrived.user, 'before one is set').toBeUndefined();
  }
  expect(await since()).toEqual({ events: ids, failures: [] });
});

type Exception = {
  type: string;
  value: string;
  mechanism?: { type: string; handled: boolean };
  stacktrace?: { frames?: { filename?: string }[] };
};

const ofBoundary = (message: string) => ({ value: message, mechanism: { type: 'candor.boundary', handled: false } });

const ways = [
  { way: 'segment', shown: 'Something went wrong' },
  { way: 'library', shown: 'The library is sorry.' },
  { way: 'next', shown: 'The team is sorry.' },
  { way: 'ours', shown: 'Something went wrong' },
  { way: 'fallback', shown: 'Nothing here.' },
  { way: 'drawn', shown: 'The team draws: Something went wrong' },
  { way: 'rethrown', shown: 'Something went wrong' },
];

test('an error in a boundary of any author is one event with its components', async ({ page, ingest, since }) => {
  const ids: string[] = [];
  for (const { way, shown } of ways) {
    await page.goto(`/failing/boundary?way=${way}`);
    await page.getByRole('button', { name: 'First', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: shown }), way).toBeVisible();
    const event = await ingest.waitForEvent(
      ({ exception, event_id }) => exception?.values.at(-1)?.value === 'Failing: First.' && !ids.includes(event_id),
    );
    ids.push(event.event_id);
    const exceptions = event.exception?.values as Exception[];
    expect(exceptions.at(-1), way).toMatchObject(ofBoundary('Failing: First.'));
    expect(exceptions[0], way).toMatchObject({ type: 'React ErrorBoundary Error', value: 'Failing: First.' });
    expect(exceptions[0]?.stacktrace?.frames?.at(-1)?.filename, way).toMatch(/^app\/failing\//);
    expect(event.contexts).toHaveProperty('react.componentStack', expect.stringContaining(' at '));
    expect(event.transaction).toBe('/failing/boundary');
  }
  expect(await since()).toEqual({ events: ids, failures: [] });
});

test('error.tsx shows a Server Component’s digest, and the browser sends nothing', async ({ page, since }) => {
  mayPrint(page, redactedServerError);
  await page.goto('/failing/boundary?way=server');
  const region = page.getByRole('group', { name: 'Something went wrong' });
  await expect(region).toContainText('a server-side exception has occurred while loading');
  const digest = await shownReference(region, 'Digest');
  await expect(eventState(region)).toHaveText('sent');
  expect(await since()).toMatchObject({ events: [digest], failures: [{ digest }] });
});

test('an error in a page of the Pages Router is one event, wherever it is', async ({ page, ingest, since }) => {
  mayPrint(page, /client-side exception has occurred/);
  await page.goto('/failing/pages-router/42');
  await page.getByRole('button', { name: 'Inside' }).click();
  await expect(page.getByText('The library is sorry.')).toBeVisible();
  const event = await ingest.waitForEvent(({ exception }) => /Inside/.test(exception?.values.at(-1)?.value ?? ''));
  expect(event.exception?.values.at(-1)).toMatchObject(ofBoundary('Failing: Inside.'));
  expect(event).toMatchObject({ transaction: '/failing/pages-router/[id]', contexts: { react: {} } });

  await page.goto('/failing/pages-router/42');
  await page.getByRole('button', { name: 'Outside' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');
  const outside = await shownReference(page, 'Event');
  await ingest.waitForEvent(({ event_id }) => event_id === outside);
  expect(await since()).toEqual({ events: [event.event_id, outside], failures: [] });
});

test('a text unlike the server’s is one event of what React recovers from', async ({ page, ingest, since }) => {
  mayPrint(page, /Minified React error #418/);
  await page.goto('/failing/hydration');
  await expect(page.getByText('browser', { exact: true })).toBeVisible();
  const event = await ingest.waitForEvent(({ exception }) => /#418/.test(exception?.values.at(-1)?.value ?? ''));
  expect(event).toMatchObject({ level: 'warning', transaction: '/failing/hydration' });
  expect(event.exception?.values.at(-1)).toMatchObject({ mechanism: { type: 'candor.recovery', handled: true } });
  expect(await since()).toEqual({ events: [event.event_id], failures: [] });
});

// The table of verdict.test.ts decides; here is what a browser tells it.

/** Runs it in the page as a script with this address does. */
const runAs = (page: Page, address: string, script: string) => page.evaluate(`${script};0\n//# sourceURL=${address}`);

const throwsAndRejects = `{
  setTimeout(() => { throw new Error('thrown'); });
  Promise.reject(new Error('rejected'));
  const { stack } = new Error('coded');
  Promise.reject({ code: 4001, message: 'coded', stack });
}`;

test('what is nobody’s fault is counted, a time limit is an event', async ({ page, start, service }) => {
  mayPrint(page, /thrown|rejected|coded|^(Object|Event) |^(Object|Event)$|Failed to load resource/);
  mayPrint(page, /Transition|aborted|timed out|of the callback/);
  const site = await start({ SENTRY_DSN: service.dsn });
  for (const [reason, address] of [
    ['an extension', 'chrome-extension://abc/inpage.js'],
    ['a script of another site', 'https://tags.example/a.js'],
  ] as const) {
    await page.goto(`${site.url}/failing-page`); // What repeats in a page is counted once.
    await runAs(page, address, throwsAndRejects);
    await waitUntil('all three', async () => (await countersOf(site)).ignored[reason] === 3);
  }
  await page.goto(`${site.url}/failing-page`);
  await runAs(
    page,
    `${site.url}/own.js`,
    `document.startViewTransition(() => {});
     document.startViewTransition(() => {});
     const aborted = new AbortController();
     void fetch('/monitoring', { signal: aborted.signal });
     aborted.abort();
     const timeLimit = new Promise((_, reject) => {
       const signal = AbortSignal.timeout(1);
       signal.addEventListener('abort', () => reject(signal.reason));
     });
     setTimeout(() => document.startViewTransition(() => { throw new Error('of the callback'); }), 500);`,
  );
  await waitUntil('both events', () => service.arrivals.length >= 2);
  await waitUntil('both counts', async () => {
    const { ignored } = await countersOf(site);
    return ignored['a view transition was skipped'] && ignored['aborted on purpose'];
  });
  const texts = service.arrivals.map(({ event }) => event?.exception?.values[0]?.value);
  expect(texts.sort()).toEqual([expect.stringContaining('of the callback'), expect.stringContaining('timed out')]);
});

test('the screen survives a translator', async ({ page }) => {
  await page.goto('/failing-page');
  await control(page, 'browser-render').click();
  await expect(page.getByText(/ UTC$/), 'the part that is loaded late').toBeVisible();
  const reference = page.locator('.reference code');
  const before = await reference.innerText();
  await page.evaluate(translate);
  await expect(reference).toHaveText(before);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(control(page, 'browser-render')).toBeVisible();
});

function translate(): void {
  document.documentElement.classList.add('translated-ltr');
  const isTranslated = (text: Node) =>
    text.nodeValue?.trim() && !text.parentElement?.closest('[translate="no"], script, style');
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode()) if (isTranslated(texts.currentNode)) found.push(texts.currentNode as Text);
  for (const text of found) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = `[${text.nodeValue}]`;
    outer.append(inner);
    text.replaceWith(outer);
  }
}

test('where the screen itself throws, Next’s own is readable, and reloads', async ({ page }) => {
  mayPrint(page, /The screen fails/);
  await page.goto('/failing-page');
  await page.evaluate(() => {
    const reporter = (globalThis as Record<symbol, unknown>)[Symbol.for('candor.browser-reporter')] as object;
    const fail = () => {
      throw new Error('The screen fails.');
    };
    Object.assign(reporter, { failureOf: fail });
  });
  await control(page, 'browser-render').click();
  await expect(page.getByRole('heading')).toHaveText('This page couldn’t load');
  await expect(page.getByText('Reload to try again, or go back.')).toBeVisible();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(control(page, 'browser-render')).toBeVisible();
});

function feedbackTo({ arrivals }: FakeIngest, id: string) {
  return arrivals.flatMap(({ feedback }) => (feedback?.associated_event_id === id ? feedback : []));
}

test('words sent without a network arrive scrubbed, also from a closed page', async ({ page, context, ingest }) => {
  mayPrint(page, /ERR_INTERNET_DISCONNECTED/);
  await page.goto('/failing-page');
  await control(page, 'browser-render').click();
  const id = await shownReference(page, 'Event');
  await expect(eventState(page)).toHaveText('sent');
  await page.getByLabel('What were you doing?').fill('Paying with 4111 1111 1111 1111, I am jo@example.org.');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Send' }).click();
  const status = page.locator('.feedback').getByRole('status');
  await expect(status).toHaveText(
    'You are offline. Saved in this browser. It will be sent when you are back online. Thank you.',
  );
  await page.goto('about:blank');
  await context.setOffline(false);
  await page.goto('/failing-page');
  await expect.poll(() => feedbackTo(ingest, id), { timeout: 90_000 }).toHaveLength(1);
  await expect.poll(() => keptReports(page)).toBe(0);
  expect(feedbackTo(ingest, id)).toMatchObject([{ message: 'Paying with [masked], I am jo@example.org.' }]);
});
