// @vitest-environment happy-dom
import { applySdkMetadata, captureFeedback, Scope, SDK_VERSION, serializeEnvelope } from '@sentry/core';
import type { Breadcrumb, Client, Envelope, Event as SentryEvent, ScopeData } from '@sentry/core';
import { BrowserClient, defaultStackParser, linkedErrorsIntegration, rewriteFramesIntegration } from '@sentry/nextjs';
import { describe, expect, test, vi } from 'vitest';
import { makeEnvelope } from '../../../candor/src/browser/make-envelope';
import { makeEvent } from '../../../candor/src/browser/make-event';
import type { BrowserFailure, Feedback, Report, SdkEvent } from '../../../candor/src/browser/report';
import type { SdkOptions } from '../../../candor/src/shared/define-sdk-options';
import { isEventId } from '../../../candor/src/shared/digest';
import { sdkOptions } from '../../../candor/src/sdk/sdk-client';
import { takeConsole } from '../../support/quiet-console';
import { aFailure, aFeedback, fail, unreadable } from './make-reports';

// Node would resolve this to the server's SDK.
vi.mock('@sentry/nextjs', () => vi.importActual('@sentry/browser'));

/** Whose fault it is adds nothing to what a boundary caught. */
const boundary = { noticedBy: 'boundary' } as const;

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
  ['an error without a stack', Object.assign(new Error('x'), { stack: undefined })],
  ['an error of minified React', Object.assign(ofReact, { digest: undefined, framesToPop: 1 })],
  ['a frozen error', Object.freeze(new Error('x'))],
  ['more causes than are sent', chainOf(7)],
  ['a cause that is not an error', new Error('x', { cause: 'why' })],
  ['an error of several errors', several],
  ['an exception of the DOM', new DOMException('no such node', 'NotFoundError')],
  ['a text', 'text'],
  ['nothing', undefined],
  ['a symbol', Symbol('s')],
  ['an object', { code: 5, deep: { a: { b: { c: { d: 'e' } } } } }],
  ['an object that has an error', { reason: new TypeError('inner') }],
  ['an event', new Event('abort')],
  ['an event about an error', new ErrorEvent('error', { error: new Error('x'), message: 'x' })],
  ['an event about no error', new ErrorEvent('error', { message: 'Script error.' })],
])('the envelope of %s that was thrown is that of the SDK’s client', async ([what, thrown], { skip }) => {
  skip(SDK_VERSION.startsWith('10.') && isOtherIn10.includes(what), 'The client of version 10 has another one.');
  const event = await expectSame(aFailure(thrown, boundary));
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
  const event = await expectSame(aFailure(new Error('x'), { ...boundary, breadcrumbs }));
  expect(event.breadcrumbs).toHaveLength(4);
});

test('the envelope of feedback is that of the SDK’s client', async () => {
  const event = await expectSame(aFeedback());
  expect(event).toMatchObject({ type: 'feedback', contexts: { feedback: { message: 'I slept.' } } });
});

const traceId = 'a'.repeat(32);
const eventOf = (report: Report, options?: SdkOptions) =>
  makeEvent(report, { environment: 'staging', release: report.release, traceId }, options);
const eventOfFailure = (unlike: Partial<BrowserFailure> = {}, thrown = new Error('x')) =>
  eventOf(aFailure(thrown, unlike));
const scopeOf = (set: (scope: Scope) => Scope): ScopeData => set(new Scope()).getScopeData();

/** An event that the application has made with the SDK. */
function anSdkEvent(event: SentryEvent, scopes: ScopeData[] = []): SdkEvent {
  const { eventId, at, url, release, breadcrumbs } = aFailure(undefined);
  return { eventId, at, url, release, breadcrumbs, event, scopes };
}

test('an event has what the application has set, the nearer scope over the farther one and its own over both', async () => {
  const user = { id: '7', email: 'a@b.example' };
  const far = scopeOf((scope) => scope.setTags({ a: 'far', b: 'far', c: 'far' }).setUser(user));
  const fatal = scopeOf((scope) => scope.setLevel('fatal'));
  const near = scopeOf((scope) => {
    scope.setTags({ b: 'near', c: 'near' }).setExtra('step', 2).addBreadcrumb({ message: 'theirs' });
    return scope.setContext('basket', { items: 3 }).setFingerprint(['mine']).setTransactionName('checkout');
  });
  const set = {
    extra: { step: 2 },
    contexts: { basket: { items: 3 }, trace: { trace_id: traceId } },
    fingerprint: ['mine'],
    user: { id: '7' },
    environment: 'staging',
    transaction: 'checkout',
  };
  const event = await eventOf(anSdkEvent({ message: 'words', level: 'info', tags: { c: 'own' } }, [far, near]));
  const own = { message: 'words', level: 'info', tags: { a: 'far', b: 'near', c: 'own' } };
  expect(event).toMatchObject({ ...set, ...own });
  const failed = await eventOfFailure({ breadcrumbs: [{ message: 'ours', timestamp: 1 }], scopes: [fatal, far, near] });
  expect(failed).toMatchObject({ ...set, level: 'fatal', breadcrumbs: [{ message: 'ours' }, { message: 'theirs' }] });
});

test('what the application has set is scrubbed, and bounded where it contains itself', async () => {
  const itself: Record<string, unknown> = { password: 'hunter2' };
  itself.again = itself;
  const scope = scopeOf((made) => made.setExtra('state', itself).addBreadcrumb({ message: 'token=hunter2' }));
  const text = JSON.stringify(await eventOfFailure({ scopes: [scope] }));
  expect(text).toContain('"state":{"password":"[masked]"');
  expect(text).not.toContain('hunter2');
});

test('feedback that the application sends keeps the address for a reply, and loses secrets', async () => {
  const reply = { contact_email: 'jo@example.org' };
  const feedback = { ...reply, message: 'password=hunter2 failed', url: `${location.href}?token=x` };
  const report = anSdkEvent({ type: 'feedback', contexts: { feedback } } as SentryEvent);
  expect(await eventOf(report)).toMatchObject({
    type: 'feedback',
    event_id: report.eventId,
    contexts: { feedback: { ...reply, message: 'password=[masked] failed', url: location.href } },
  });
});

/** The event of an element of this page for which nothing was loaded. */
function failedToLoad(name: string, attributes: object): Event {
  const event = new Event('error');
  Object.assign(document.createElement(name), attributes).dispatchEvent(event);
  return event;
}

const rejected = { noticedBy: 'unhandledrejection' } as const;
const at = new Date(Date.UTC(2026, 10, 20, 12, 29, 5, 999));
const timestamp = at.getTime() / 1000;
const later = [{ message: 'button#buy', timestamp: timestamp + 3_600 }];
const says = (value: string) => ({ exception: { values: [{ value }] } });
const unknown = says('An unreadable object');
const script = failedToLoad('script', { src: '/blocked.js?token=x' });
const picture = failedToLoad('img', { src: 'https://pictures.example/a.png#x' });
const mechanism = { type: 'candor.error', handled: true };
const componentStack = `\n    at Fails (${location.origin}/_next/static/chunks/a.js:1:2)`;
const frames = [{ function: 'Fails', lineno: 1, colno: 2 }];
const ofComponents = { type: 'chained', source: 'cause', exception_id: 1, parent_id: 0 };
const components = { type: 'React ErrorBoundary Error', value: 'x', stacktrace: { frames }, mechanism: ofComponents };
const itself = { value: 'x', mechanism: { type: 'candor.boundary', exception_id: 0 } };
const withComponents = { exception: { values: [components, itself] }, contexts: { react: { componentStack } } };

test.each<[string, Partial<BrowserFailure>, said: object, thrown?: unknown]>([
  ['the route that its page showed', { segments: ['', 'items', ['id', '42', 'd']] }, { transaction: '/items/[id]' }],
  ['no route where its page showed none', {}, { transaction: undefined }],
  ['that it is an error where a boundary caught it', boundary, { level: 'error' }],
  ['that it is a warning where React recovered', { noticedBy: 'recovery' }, { level: 'warning' }],
  ['the components around it, as its cause', { ...boundary, componentStack }, withComponents],
  ['who noticed it', { handled: true }, { exception: { values: [{ mechanism }] } }],
  ['no time of a breadcrumb after its own', { at, breadcrumbs: later }, { timestamp, breadcrumbs: [{ timestamp }] }],
  ['that its keys cannot be read', boundary, unknown, new Proxy({}, { ownKeys: fail })],
  ['that it cannot be read at all', boundary, unknown, new Proxy({}, { getPrototypeOf: fail, get: fail, has: fail })],
  ['that its message cannot be read', boundary, unknown, unreadable('message')],
  ['that its stack cannot be read', boundary, unknown, unreadable('stack')],
  ['that nobody knows whose it is', rejected, { level: 'warning', tags: { origin: 'unknown' } }, { code: 'E42' }],
  ['what script is missing', rejected, { level: 'error', ...says('<script> /blocked.js could not be loaded') }, script],
  ['what picture is missing', rejected, says('<img> https://pictures.example/a.png could not be loaded'), picture],
])('an event says %s', async (_, unlike, said, thrown = new Error('x')) => {
  expect(await eventOf(aFailure(thrown, unlike))).toMatchObject(said);
});

// team-settings.spec.ts has what the team sets, changes and adds.

test('an event of an earlier build keeps the release of that build', async () => {
  const options = { release: 'of the team', tags: { team: 'shop' } };
  const [header, [item]] = await makeEnvelope(aFailure(new Error('x'), { release: 'earlier' }), 'staging', options);
  expect([header.trace, item?.[1]]).toMatchObject([{ release: 'earlier' }, { release: 'earlier', tags: options.tags }]);
});

test('the team’s beforeSend gets what was thrown, and drops nothing by throwing', async () => {
  const beforeSend = (_: object, { originalException }: { originalException?: unknown }) => {
    throw originalException;
  };
  expect(await eventOf(aFailure(new Error('x'), boundary), { beforeSend } as SdkOptions)).toMatchObject(says('x'));
  expect(takeConsole('warn')).toEqual([expect.stringContaining('the event goes without it. Error: x')]);
});

describe('whose fault it is', () => {
  const stackOf = (...files: string[]) => `Error: x\n${files.map((file) => `    at run (${file}:1:2)`).join('\n')}`;
  const errorFrom = (...files: string[]) => Object.assign(new Error('x'), { stack: stackOf(...files) });
  const ours = `${location.origin}/_next/static/chunks/a.js`;
  const extension = 'chrome-extension://abc/inpage.js';

  const fromFiles = [
    [extension, 'an extension'],
    ['moz-extension://abc/a.js', 'an extension'],
    ['safari-web-extension://abc/a.js', 'an extension'],
    ['webkit-masked-url://hidden/', 'an extension'],
    ['user-script:12', 'an extension'],
    ['iabjs://instagram/a.js', 'an extension'],
    ['https://tags.example/a.js', 'a script of another site'],
    [`${location.origin}/cdn-cgi/challenge-platform/a.js`, 'a script that something in front of the site wrote'],
    [ours, 'an event'],
    [`${location.origin}/own.js`, 'an event'],
    [location.href, 'an event'],
    ['<anonymous>', 'an event'],
  ].map(([file = '', what = '']): [string, unknown, string] => [file, errorFrom(file), what]);
  const skipped = { name: 'AbortError', message: 'Transition was skipped', [Symbol.toStringTag]: 'DOMException' };
  const ofTeam = Object.assign(errorFrom(ours), { message: 'AbortError: of the team' });

  test.each<[string, thrown: unknown, what: string, unlike?: Partial<BrowserFailure>]>([
    ...fromFiles,
    ['an object with the stack of an extension', { code: 4001, stack: stackOf(extension) }, 'an extension'],
    ['an exception to which Chromium gives no stack', skipped, 'a view transition was skipped'],
    ['an error with a stack whose words name another', ofTeam, 'an event'],
    ['a string that a script of this build threw', 'words', 'an event', { noticedBy: 'error', file: ours }],
    ['a string that an extension threw', 'words', 'an extension', { noticedBy: 'error', file: extension }],
    ['a string that a script without a name threw', 'words', 'an event', { noticedBy: 'error', file: '' }],
  ])('what %s has thrown is judged by its frames, or else by its script or name', async (_, thrown, what, unlike) => {
    const making = eventOf(aFailure(thrown, { ...rejected, ...unlike }));
    expect(await making.then(() => 'an event').catch(({ message }: Error) => message)).toBe(what);
  });

  test('frames of others do not count as this site’s where both are', async () => {
    const { level, tags, exception } = await eventOfFailure(rejected, errorFrom(extension, ours));
    expect([level, tags]).toEqual(['error', undefined]);
    expect(exception?.values?.[0]?.stacktrace?.frames).toMatchObject([{ in_app: true }, { in_app: false }]);
  });

  test('an error on texts that a translator replaced is a warning in one group', async () => {
    document.documentElement.className = 'translated-ltr';
    const thrown = Object.assign(errorFrom(ours), { name: 'NotFoundError' });
    const event = await eventOfFailure(boundary, thrown);
    document.documentElement.className = '';
    const group = { tags: { translated: true }, fingerprint: ['a translated page'] };
    expect(event).toMatchObject({ level: 'warning', ...group });
    expect((await eventOfFailure(boundary, thrown)).level).toBe('error');
  });

  test('a team can have these events all the same', async () => {
    const event = await eventOf(aFailure(errorFrom(extension), rejected), { reportAlso: ['an extension'] });
    expect(event).toMatchObject({ level: 'error' });
  });
});
