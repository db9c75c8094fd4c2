// @vitest-environment happy-dom
import type { NextPageContext } from 'next';
import { expect, test } from 'vitest';
import { outages } from '../../../candor/src/browser/outages';
import { browserReporter } from '../../../candor/src/browser/reporter';
import { ErrorPage, withFailure, type PageFailure } from '../../../candor/src/pages';
import { installTestContext } from '../start/test-context';
import { eventId, withDigest } from './show-failure';
import { render, screen } from './testing-library';

const getInitialProps = ({ res }: NextPageContext) => ({ status: res?.statusCode });
const OfTeam = withFailure(Object.assign(() => null, { getInitialProps }));

/** What a team's page is given on the server: its own props are read after the status is set. */
async function onServer(err: unknown, statusCode = 500) {
  const req = { url: '/a?b', method: 'POST', headers: { host: 'candor.test:3000' } };
  const context = { err, req, res: { statusCode }, pathname: '/_error', query: {} } as unknown as NextPageContext;
  return { ...(await OfTeam.getInitialProps!(context)), req };
}

async function inBrowser(err: unknown): Promise<PageFailure> {
  Reflect.set(globalThis, Symbol.for('candor.browser-reporter'), browserReporter);
  const context = { err, pathname: '/a', query: {} } as unknown as NextPageContext;
  return (await ErrorPage.getInitialProps!(context)).failure;
}

test('on the server it reports the error, and responds with 500 and its digest', async () => {
  const requests = installTestContext();
  const err = withDigest();
  const { failure, status, req } = await onServer(err, 200);
  expect(failure).toMatchObject({ title: 'Something went wrong', reference: `Digest: ${eventId}` });
  expect(status).toBe(500);
  const request = { path: '/a?b', method: 'POST', route: '/_error', routeType: 'last-resort', digest: eventId };
  expect(requests).toEqual([[err, { ...request, headers: req.headers }]]);
  expect(requests[0]?.[1].headers).toBe(req.headers); // The very object: the reporter tells requests apart by it.
});

test('it does not report a request that was rejected, and responds with its true status', async () => {
  const rejections = { tryReject: () => false, statusOf: () => 413, reasonOf: () => undefined };
  const requests = installTestContext({ rejections });
  const { failure, status } = await onServer(withDigest());
  const paragraphs = [expect.stringMatching(/larger.*nothing is broken\. \(413\)$/)];
  expect(failure).toMatchObject({ title: 'Request not accepted', paragraphs });
  expect([status, requests]).toEqual([413, []]);
});

test.each([
  [404, 'Page not found', 'There is no page at this address.'],
  [405, 'Request not accepted', 'This address does not accept that kind of request.'],
  [500, 'Something went wrong', 'a server-side exception has occurred while loading candor.test ('],
])('without an error it reports nothing, and says what a %i means', async (statusCode, title, said) => {
  const requests = installTestContext();
  const { failure } = await onServer(undefined, statusCode);
  expect([failure.title, failure.reference, requests]).toEqual([title, undefined, []]);
  expect(failure.paragraphs.join(' ')).toContain(said);
});

test('in the browser it names the event of a page that failed there, which nobody has caught', async () => {
  const err = new Error('broken');
  const failure = await inBrowser(err);
  const ofText = browserReporter.reportOnce('broken', 'boundary'); // It makes no other.
  expect((await inBrowser('broken')).reference).toBe(`Event: ${ofText?.eventId}`);
  const event = browserReporter.failureOf(err);
  expect(event).toMatchObject({ thrown: err, noticedBy: 'boundary' });
  expect(event?.handled).toBeFalsy();
  expect(failure.reference).toBe(`Event: ${event?.eventId}`);
  expect(failure.paragraphs[0]).toContain('a client-side exception has occurred while loading localhost');
});

test('in the browser it names no event of an outage, and blames nobody; nor where nothing is known', async () => {
  const err = new TypeError('Failed to fetch');
  outages.set(err, CANDOR_WORDS_UNREACHABLE);
  const failure = await inBrowser(err);
  expect(failure).toEqual({ title: CANDOR_WORDS_UNREACHABLE, paragraphs: [expect.any(String)] });
  expect(JSON.stringify(failure)).not.toMatch(/Application error|fault/);
  const unknown = await inBrowser(undefined);
  expect(unknown.paragraphs[0]).toContain(
    'a client-side or server-side exception has occurred while loading the host (',
  );
  expect(unknown.reference).toBeUndefined();
});

test('the page of an application that has none shows the text, the reference, and the way home', () => {
  const failure = { title: 'Something went wrong', paragraphs: ['It failed.'], reference: `Digest: ${eventId}` };
  render(<ErrorPage failure={failure} />);
  expect(screen.getByRole('heading', { name: failure.title })).toBeTruthy();
  for (const text of [...failure.paragraphs, failure.reference]) expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByRole('main').closest('[lang]')?.getAttribute('lang')).toBe('en');
  expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/');
});
