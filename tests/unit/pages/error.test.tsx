// @vitest-environment happy-dom
import type { NextPageContext } from 'next';
import { beforeEach, describe, expect, test } from 'vitest';
import { outages } from '../../../candor/src/browser/outages';
import { browserReporter } from '../../../candor/src/browser/reporter';
import type { FailedRequest } from '../../../candor/src/server/failure-reporter';
import LastResort, { config } from '../../../pages/_error';
import { eventId, withDigest } from '../screens/show-failure';
import { render, screen } from '../screens/testing-library';
import { installTestContext } from '../server/test-context';

const unknownSide =
  'Application error: a client-side or server-side exception has occurred while loading the host (see the browser console or server logs for more information)';

const rejected = new Error('broken');
const rejection = { reason: 'its body is longer than this site accepts', status: 413 } as const;

describe('getInitialProps', () => {
  let failed: [unknown, FailedRequest][];
  const failures = {
    requestFailed: async (...call: [unknown, FailedRequest]) => void failed.push(call),
    processFailed: () => Promise.resolve(),
    reportCaught: () => '',
    sdkCalled: () => Promise.resolve(),
  };
  const rejections = {
    tryReject: () => false,
    rejectionOf: (thrown: unknown) => (thrown === rejected ? rejection : undefined),
    reasonOf: () => undefined,
  };
  beforeEach(() => {
    failed = [];
    installTestContext({ failures, rejections });
  });

  const err = withDigest();
  function read({ err, host }: { err?: Error; host?: string }) {
    const headers = { host };
    const res = { statusCode: 200 };
    const context = { err, req: { url: '/a?b', method: 'POST', headers }, res, pathname: '/_error', query: {} };
    return { props: LastResort.getInitialProps(context as unknown as NextPageContext), res, headers };
  }

  test('reports the error and responds with 500 and its digest', () => {
    const { props, res, headers } = read({ err, host: 'candor.test' });
    expect(props).toEqual({ state: 'failed', digest: eventId, host: 'candor.test' });
    expect(res.statusCode).toBe(500);
    expect(failed).toEqual([
      [err, { path: '/a?b', method: 'POST', headers, route: '/_error', routeType: 'last-resort', digest: eventId }],
    ]);
    expect(failed[0]?.[1].headers).toBe(headers); // The very object: the reporter tells requests apart by it.
  });

  test('does not report a request that was rejected, and responds with its true status', () => {
    const { props, res } = read({ err: rejected, host: 'candor.test' });
    expect(props).toEqual({ state: 'rejected', rejection });
    expect(res.statusCode).toBe(413);
    expect(failed).toEqual([]);
  });

  test('shows the digest that the response names already, of a value of which Next made this error', () => {
    const first = { state: 'failed', digest: 'f'.repeat(32), isPage: false } as const;
    for (const isNoError of [true, false]) {
      const failedResponses = { note: () => ({ ...first, isNoError }), noteInterrupt: () => {} };
      installTestContext({ failures, failedResponses });
      expect(read({ err }).props).toMatchObject({ digest: first.digest });
    }
    const digests = failed.map(([, { digest }]) => digest);
    expect(digests, 'a failure of its own has a line of its own').toEqual([first.digest, eventId]);
  });

  test('reports nothing when there is no error', () => {
    expect(read({ host: 'candor.test' }).props).toEqual({ state: 'unknown' });
    expect(failed).toEqual([]);
  });

  test.each([
    ['candor.test', 'candor.test'],
    ['candor.test:8080', 'candor.test'],
    ['127.0.0.1:3000', '127.0.0.1'],
    ['[::1]', '[::1]'],
    ['[2001:db8::7f]:3000', '[2001:db8::7f]'],
    ['[::ffff:127.0.0.1]:3000', '[::ffff:127.0.0.1]'],
  ])('reads the host %s without its port', (host, name) =>
    expect(read({ err, host }).props).toMatchObject({ host: name }),
  );

  test.each(
    [
      [undefined, '', 'candor.test:port', 'candor.test:80:80', 'user@candor.test', 'candor.test/path', 'candor.test\n'],
      ['candor.test call 0900 123 456', '<script>', '[::1', '[call us]', 'x'.repeat(254)],
    ].flat(),
  )('reads no host from %j', (host) => expect(read({ err, host }).props).toMatchObject({ host: undefined }));
});

describe('the page', () => {
  beforeEach(() => void Reflect.set(globalThis, Symbol.for('candor.browser-reporter'), browserReporter));
  const hasTitle = (name: string) => expect(screen.getByRole('heading', { name })).toBeTruthy();
  const hasText = (text: string | RegExp) => expect(screen.getByText(text)).toBeTruthy();

  test('is sent without scripts', () => expect(config).toEqual({ unstable_runtimeJS: false }));

  const propsInBrowser = (err: unknown) =>
    LastResort.getInitialProps({ err, pathname: '/a', query: {} } as unknown as NextPageContext);

  test('names in the browser the event of a page that failed there, which nobody has caught', () => {
    const err = new Error('broken');
    render(<LastResort {...propsInBrowser(err)} />);
    const failure = browserReporter.failureOf(err);
    expect(failure).toMatchObject({ thrown: err, noticedBy: 'boundary' });
    expect(failure?.handled).toBeFalsy();
    hasText(`Event: ${failure?.eventId}`);
    hasText(/a client-side exception has occurred while loading localhost/);
  });

  test('names the event of a text that a boundary was given before, and makes no other', () => {
    const failure = browserReporter.reportOnce('broken', 'boundary');
    expect(propsInBrowser('broken')).toEqual({ state: 'failed-in-browser', eventId: failure?.eventId });
  });

  test('names no event in the browser where a request found no network, and blames nobody', () => {
    const err = new TypeError('Failed to fetch');
    outages.add(err, 'Could not reach this site');
    const { container } = render(<LastResort {...propsInBrowser(err)} />);
    hasTitle('Could not reach this site');
    expect(container.textContent).not.toMatch(/Application error|fault|Event:/);
  });

  test('names the host and the digest, and links to the home page', () => {
    render(<LastResort state="failed" digest={eventId} host="candor.test" />);
    hasTitle('Something went wrong');
    hasText(
      'Application error: a server-side exception has occurred while loading candor.test (see the server logs for more information).',
    );
    hasText(`Digest: ${eventId}`);
    expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/');
  });

  test('shows the digest though the host is not known', () => {
    render(<LastResort state="failed" digest={eventId} host={undefined} />);
    hasText(unknownSide);
    hasText(`Digest: ${eventId}`);
  });

  test('says of a rejected request that nothing is broken, and names no digest', () => {
    render(<LastResort state="rejected" rejection={rejection} />);
    hasTitle('Request not accepted');
    hasText(/What was sent is larger than this site accepts\..*nothing is broken\. \(413\)/s);
    expect(screen.queryByText(/Digest|Application error/)).toBeNull();
  });

  test('names neither side nor host when nothing is known', () => {
    render(<LastResort state="unknown" />);
    hasText(unknownSide);
    expect(screen.queryByText(/Digest/)).toBeNull();
  });
});
