// @vitest-environment happy-dom
import { applySdkMetadata, captureFeedback, Scope, SDK_VERSION, serializeEnvelope } from '@sentry/core';
import type { Breadcrumb, Client, Envelope } from '@sentry/core';
import { BrowserClient, defaultStackParser, linkedErrorsIntegration, rewriteFramesIntegration } from '@sentry/nextjs';
import { expect, test, vi } from 'vitest';
import { makeEnvelope } from '../../../candor/src/browser/make-envelope';
import type { BrowserFailure, Feedback } from '../../../candor/src/browser/report';
import { isEventId } from '../../../candor/src/shared/digest';
import { sdkOptions } from '../../../candor/src/server/sdk-options';
import { aFailure, aFeedback } from './make-reports';

// Node would resolve this to the server's SDK.
vi.mock('@sentry/nextjs', () => vi.importActual('@sentry/browser'));

type CapturedReport = BrowserFailure | Feedback;
type Fields = Record<string, unknown>;
type Read = { header: Fields; item: Fields; event: Fields };

/** The envelope of the SDK's own client, with the options that make it report errors only. */
async function envelopeOfClient(report: CapturedReport): Promise<Read> {
  const { eventId, at, url, release } = report;
  const envelope = new Promise<Envelope>((send) => {
    const options = {
      ...sdkOptions,
      release,
      dsn: 'https://browser@candor.invalid/1',
      tunnel: '/monitoring',
      environment: 'staging',
      stackParser: defaultStackParser,
      transport: () => ({ send: async (sent: Envelope) => (send(sent), {}), flush: async () => true }),
      integrations: [
        linkedErrorsIntegration(),
        rewriteFramesIntegration({
          iteratee: (frame) => ({ ...frame, filename: frame.filename?.replace(location.origin, 'app://') }),
        }),
      ],
    };
    applySdkMetadata(options, 'nextjs', ['nextjs', 'react']);
    const client: Client = new BrowserClient(options);
    client.init();
    const scope = new Scope();
    scope.setClient(client);
    const request = { url, headers: { 'User-Agent': navigator.userAgent } };
    scope.addEventProcessor((event) => ({ ...event, timestamp: at.getTime() / 1000, request }));
    if ('words' in report) {
      captureFeedback({ message: report.words, associatedEventId: report.about, url }, { event_id: eventId }, scope);
      return;
    }
    for (const breadcrumb of report.breadcrumbs) scope.addBreadcrumb(breadcrumb);
    const mechanism = { handled: false, type: `candor.${report.noticedBy}` };
    // Otherwise something thrown that is no error gets the stack of this call, by which the service would group all of them.
    const syntheticException = undefined;
    scope.captureException(report.thrown, { event_id: eventId, mechanism, syntheticException });
  });
  return read(await envelope);
}

function read(envelope: Envelope): Read {
  const lines = String(serializeEnvelope(envelope)).split('\n');
  const [header = {}, item = {}, event = {}] = lines.map((line) => JSON.parse(line) as Fields);
  return { header, item, event };
}

/** Asserts that our envelope is that of the SDK's client, but for times and ids that are new in each. */
async function expectSame(report: CapturedReport): Promise<Fields> {
  const { header, item, event } = read(await makeEnvelope(report, 'staging'));
  const ofClient = await envelopeOfClient(report);
  const trace = { trace_id: expect.toSatisfy(isEventId), span_id: expect.stringMatching(/^[0-9a-f]{16}$/) };
  // No integration is installed. (The client links errors and renames files by two of them.)
  const sdk = { ...(ofClient.event.sdk as Fields), integrations: [] };
  const contexts = { ...(ofClient.event.contexts as Fields), trace };
  expect(event).toEqual({ ...ofClient.event, sdk, contexts });
  expect(item).toEqual(ofClient.item);
  expect(header).toEqual({
    ...ofClient.header,
    sent_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    trace: { ...(ofClient.header.trace as Fields), trace_id: (event.contexts as { trace: Fields }).trace.trace_id },
  });
  return event;
}

/** Whose fault it is adds nothing to these. */
const noticed = { noticedBy: 'boundary' } as const;

const ofEngine: unknown = await Promise.resolve<Error[]>([])
  .then(([none]) => none!.name)
  .catch((thrown: unknown) => thrown);
const chainOf = (length: number): Error =>
  new Error(`cause ${length}`, length > 0 ? { cause: chainOf(length - 1) } : {});
const ofReact = new Error('Minified React error #441; visit https://react.dev/errors/441');
const several = new AggregateError([new Error('a'), new TypeError('b', { cause: new Error('c') })], 'm');

/** The client of version 10 numbers causes in another order, and throws at a symbol itself. */
const isOtherIn10 = ['more causes than are sent', 'an error of several errors', 'a symbol'];

test.for<[string, unknown]>([
  ['an error', new Error('broken')],
  ['an error without a message', new Error()],
  ['an error with a very long message', new Error('long '.repeat(20_000))],
  ['an error with secrets in its message', new Error('password=hunter2 for a@b.example')],
  ['an error of the engine', ofEngine],
  ['an error without a stack', Object.assign(new Error('x'), { stack: undefined })],
  ['an error of minified React', Object.assign(ofReact, { digest: undefined, framesToPop: 1 })],
  ['a frozen error', Object.freeze(new Error('x'))],
  ['more causes than are sent', chainOf(7)],
  ['a cause that is not an error', new Error('x', { cause: 'why' })],
  ['an error of several errors', several],
  ['an exception of the DOM', new DOMException('no such node', 'NotFoundError')],
  ['a text', 'text'],
  ['nothing', undefined],
  ['null', null],
  ['a number', 5],
  ['a symbol', Symbol('s')],
  ['an object', { code: 5, deep: { a: { b: { c: { d: 'e' } } } } }],
  ['an object that has an error', { reason: new TypeError('inner') }],
  ['an event', new Event('abort')],
  ['an event about an error', new ErrorEvent('error', { error: new Error('x'), message: 'x' })],
  ['an event about no error', new ErrorEvent('error', { message: 'Script error.' })],
])('the envelope of %s that was thrown is that of the SDK’s client', async ([what, thrown], { skip }) => {
  skip(SDK_VERSION.startsWith('10.') && isOtherIn10.includes(what), 'The client of version 10 has another one.');
  const event = await expectSame(aFailure(thrown, noticed));
  expect(event).toHaveProperty('exception.values');
});

test('frames are those of the error’s stack, with the names and debug ids that uploaded source maps have', async () => {
  const file = `${location.origin}/_next/static/chunks/a.js`;
  const stack = `Error: x\n    at run (${file}:1:2)\n    at go (${file}:3:4)\n    at ${location.origin}/?token=x:5:6`;
  const debug_id = '7fb7c2ed-1c47-4c2f-9cb1-dd7a04b2c1a4';
  vi.stubGlobal('_debugIds', { [`Error\n    at ${file}:1:1`]: debug_id });
  const event = await expectSame(aFailure(Object.assign(new Error('x'), { stack })));
  const code_file = 'app:///_next/static/chunks/a.js';
  expect(event).toHaveProperty('exception.values.0.stacktrace.frames', [
    { filename: 'app:///', function: '?', lineno: 5, colno: 6, in_app: true },
    { filename: code_file, function: 'go', lineno: 3, colno: 4, in_app: true },
    { filename: code_file, function: 'run', lineno: 1, colno: 2, in_app: true },
  ]);
  expect(event.debug_meta).toEqual({ images: [{ type: 'sourcemap', code_file, debug_id }] });
});

test('breadcrumbs are bounded as the SDK’s client bounds them', async () => {
  const timestamp = Date.now() / 1000 - 1;
  const breadcrumbs: Breadcrumb[] = [
    { timestamp, category: 'ui.click', message: 'button#buy' },
    { timestamp, category: 'ui.click', message: 'x'.repeat(5_000) },
    { timestamp, category: 'fetch', level: 'error', data: { method: 'GET', url: '/a?b=c', status_code: 500 } },
    { timestamp, category: 'fetch', data: { deep: { a: { b: { c: { d: 'e' } } } } } },
  ];
  const event = await expectSame(aFailure(new Error('x'), { ...noticed, breadcrumbs }));
  expect(event.breadcrumbs).toHaveLength(4);
});

test('the envelope of feedback is that of the SDK’s client', async () => {
  const event = await expectSame(aFeedback());
  expect(event).toMatchObject({ type: 'feedback', contexts: { feedback: { message: 'I slept.' } } });
});
