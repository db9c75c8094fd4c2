import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applySdkMetadata, type Event, Scope, type StackFrame, type Transport } from '@sentry/core';
import * as Sentry from '@sentry/nextjs';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { newEventId } from '../../../candor/src/shared/digest';
import { sdkOptions } from '../../../candor/src/sdk/sdk-client';
import { captureWithClient, type EventSink } from '../../../candor/src/failures/capture';
import type { CaptureFailure } from '../../../candor/src/failures/failure';
import { startServerSdk } from '../../../candor/src/sdk/sdk';
import { waitUntil } from '../../support/wait-until';
import { keepEvents, thrownBy, type SentEvent } from '../failures/in-request';
import type { SdkOptions } from '../../../candor/src/shared/define-sdk-options';
import { readSettings } from '../../../candor/src/start/settings';
import { startFailures } from '../../../candor/src/start/start-failures';
import { aRequest } from '../failures/set-up-failure-reporter';
import { recordLog } from '../delivery/set-up-delivery';

type Repeat = NonNullable<Parameters<CaptureFailure>[2]['repeat']>;

const about = { isHandled: false, transaction: 'GET /', tags: {} };
const settings = { dsn: 'http://publickey@127.0.0.1:1/42', environment: 'staging' };

async function setUp() {
  const { sent, transport } = keepEvents();
  const dropped: [eventId: string, reason: string][] = [];
  const client = await startServerSdk({ ...settings, transport });
  return { sent, dropped, capture: captureWithClient(client, (...call) => dropped.push(call)) };
}

test('makes an event of each of many failures under its reference, with the request and without the visitor', async () => {
  const { sent, capture } = await setUp();
  const ids = Array.from({ length: 200 }, newEventId);
  const page = { transaction: 'GET /[slug]', tags: { route: '/[slug]' }, request: { method: 'GET', url: '/a' } };
  const scope = new Scope();
  scope.addEventProcessor(async (event) => event); // Until then the SDK holds them all.
  for (const id of ids) void capture(new TypeError(id), id, { isHandled: false, ...page, scope });
  await waitUntil('all of them', () => sent.length === ids.length, 4_000);
  expect(new Set(sent.map(({ event_id }) => event_id))).toEqual(new Set(ids));
  const value = sent[0]?.event_id;
  const exception = { values: [{ type: 'TypeError', value, mechanism: { handled: false, type: 'candor' } }] };
  const sdk = { name: 'sentry.javascript.nextjs' };
  expect(sent[0]).toMatchObject({ environment: 'staging', ...page, sdk, exception });
  expect(sent[0]?.user).toBeUndefined();
});

const choke = () => {
  throw new Error('choked');
};

test.each<[string, string, (event: Event) => Promise<Event | null> | Event | null]>([
  ['drops', 'an event processor dropped it', () => null],
  ['drops later', 'an event processor dropped it', () => Promise.resolve(null)],
  ['throws at', 'the SDK dropped it: callback_error', choke],
])('says which event it is that an event processor %s', async (_, reason, process) => {
  const { sent, dropped, capture } = await setUp();
  const [first, second, third] = [newEventId(), newEventId(), newEventId()];
  const scope = new Scope();
  scope.addEventProcessor(process);
  const repeat: Repeat = (real, event_id, on) => real.captureMessage('third', 'info', { event_id }, on);
  await Promise.all([
    capture(new Error('first'), first, { ...about, scope }),
    capture(new Error('second'), second, about),
    capture(undefined, third, { ...about, scope, repeat }),
  ]);
  await waitUntil('both of them', () => dropped.length === 2);
  expect(dropped).toEqual([first, third].map((id) => [id, reason]));
  expect(sent.map(({ event_id }) => event_id)).toEqual([second]);
});

test('makes an event of each occurrence of one error, but none of an error that another client has captured', async () => {
  const { sent, capture } = await setUp();
  const ids = [newEventId(), newEventId()];
  const error = new Error('of a module');
  for (const id of ids) await capture(error, id, about);
  await waitUntil('both events', () => sent.length === 2);
  expect(sent.map(({ event_id }) => event_id)).toEqual(ids);
  const other = await setUp();
  expect(() => void other.capture(error, newEventId(), about)).toThrow('the SDK has captured it already');
});

// The client is not the SDK's own for Node, so that a server need not load that one.
describe("makes the event of the SDK's Node client", () => {
  const circumstances = { ...about, tags: { route: '/' }, request: { method: 'GET', url: '/a' } };
  const ours = keepEvents();
  const theirs = keepEvents();
  let captures: CaptureFailure[];
  beforeAll(async () => {
    captures = [
      captureWithClient(await startServerSdk({ ...settings, transport: ours.transport })),
      captureWithClient(startNodeClient(theirs.transport)),
    ];
  });

  function startNodeClient(transport: () => Transport) {
    const rename = (name = '') => name.replace(/^.*\/\.next\//, 'app:///_next/');
    const iteratee = (frame: StackFrame) => ({ ...frame, module: undefined, filename: rename(frame.filename) });
    const options = {
      ...sdkOptions,
      ...settings,
      transport,
      stackParser: Sentry.defaultStackParser,
      enableRuntimeChannelInjection: false,
      integrations: [Sentry.linkedErrorsIntegration(), Sentry.rewriteFramesIntegration({ iteratee })],
    };
    applySdkMetadata(options, 'nextjs');
    const client = new Sentry.NodeClient(options);
    client.init();
    return client;
  }

  /** The events of both clients, without times, trace ids and the SDK's list of its own packages. */
  async function eventsOf(makeThrown: () => unknown): Promise<SentEvent[]> {
    const eventId = newEventId();
    // The SDK captures an error only once, so each client gets one of its own, made at the same line.
    const thrown = await Promise.all(captures.map(() => makeThrown()));
    for (const [index, capture] of captures.entries()) void capture(thrown[index], eventId, circumstances);
    const find = ({ sent }: typeof ours) => sent.find(({ event_id }) => event_id === eventId);
    return Promise.all([ours, theirs].map((kept) => waitUntil('the event', () => find(kept)).then(withoutTimes)));
  }

  function withoutTimes({ timestamp, contexts, sdk, ...event }: SentEvent): SentEvent {
    expect(timestamp).toEqual(expect.any(Number));
    const [ofContexts, ofSdk] = [contexts, sdk] as object[];
    return { ...event, contexts: { ...ofContexts, trace: undefined }, sdk: { ...ofSdk, packages: undefined } };
  }

  const withStack = (...frames: string[]) =>
    Object.assign(new Error('broken'), { stack: ['Error: broken', ...frames].join('\n    at ') });

  const nameless = ['<anonymous>', '/srv/x.js:1:2', 'new Promise (<anonymous>)', 'Array.map (native)'];
  const deep = Array.from({ length: 80 }, (_, index) => `f${index} (/srv/x.js:${index + 1}:1)`);
  class Unnamed extends Error {}

  test.each<[string, () => unknown]>([
    ['an error', () => new TypeError('broken')],
    ['an error of an own class', () => new Unnamed('broken')],
    ['an error without a stack', () => Object.assign(new Error('broken'), { stack: undefined })],
    ['a string', () => 'broken'],
    ['nothing', () => undefined],
    ['an object', () => ({ code: 7, deep: { list: [1, { deeper: { deepest: true } }] } })],
    ['an object with an error', () => ({ code: 7, error: new RangeError('broken') })],
    ['a chain of causes', () => new Error('a', { cause: new RangeError('b', { cause: new Error('c') }) })],
    ['several errors in one', () => new AggregateError([new Error('a'), new TypeError('b')], 'both')],
    ['a rejected promise', async () => Promise.reject(new Error('broken')).catch((error: unknown) => error)],
    ['code within a native function', () => thrownBy(() => [1].map(choke))],
    ["Node's own code", () => thrownBy(() => readFileSync('/no/such/file'))],
    ['evaluated code', () => thrownBy(() => eval('(() => { throw new Error("broken") })()'))],
    ['a package', () => withStack('render (/srv/node_modules/next/dist/server/render.js:3:7)')],
    ['the build', () => withStack(`x (${join(process.cwd(), '.next/server/chunks/ssr/[root]__1._.js')}:1:70)`)],
    ['a file URL', () => withStack('async x (file:///srv/app/%5Bslug%5D/page.js:1:70)')],
    ['asynchronous frames', () => withStack('async Promise.all (index 0)', 'async /srv/x.js:1:2')],
    ['nameless frames', () => withStack(...nameless)],
    ['a deep stack', () => withStack(...deep)],
  ])('of %s', async (_, makeThrown) => {
    const [event, expected] = await eventsOf(makeThrown);
    expect(event).toEqual(expected);
  });

  test.each(['_sentryDebugIds', '_debugIds'])('with the debug ids of uploaded source maps in %s', async (name) => {
    const file = '/srv/.next/server/chunks/1.js';
    vi.stubGlobal(name, { [`Error\n    at ${file}:1:1`]: '8f6a1f2e-0000-4000-8000-000000000000' });
    const [event, expected] = await eventsOf(() => withStack(`x (${file}:1:70)`));
    vi.unstubAllGlobals();
    expect(event?.debug_meta).toMatchObject({ images: [{ code_file: expect.stringContaining('chunks/1.js') }] });
    expect(event).toEqual(expected);
  });
});

describe('options of a team', () => {
  /** A server with these options of a team: its lines, the events that it sends, and those that it drops. */
  async function setUp(beforeSend: SdkOptions['beforeSend']) {
    const { lines, log } = recordLog();
    const { sent, transport } = keepEvents();
    const dropped: [string, string][] = [];
    const drop = (...event: [string, string]) => void dropped.push(event);
    const ofServer = { ...transport(), whenKept: async () => {}, giveUp: drop };
    const sink: EventSink = { transport: ofServer, delivery: { trackCapture: (_, act) => act(), countDropped: drop } };
    const ofEnvironment = readSettings({ SENTRY_DSN: settings.dsn });
    const failures = await startFailures(startServerSdk, ofEnvironment, log, sink, { beforeSend });
    return { lines, sent, dropped, fail: (error: Error) => failures.requestFailed(error, aRequest()) };
  }

  test('that drop an error leave it its line and digest, and what is sent is scrubbed', async () => {
    const { lines, sent, dropped, fail } = await setUp((event, { originalException }) =>
      originalException instanceof RangeError ? null : { ...event, extra: { note: 'password=hunter2' } },
    );
    for (const error of [new RangeError('of no interest'), new Error('broken')]) await fail(error);
    await waitUntil('the next event', () => sent[0]);
    const extra = { note: 'password=[masked]' };
    expect(sent).toMatchObject([{ exception: { values: [{ value: 'broken' }] }, extra }]);
    expect(lines).toMatchObject([{ error: { message: 'of no interest' } }, { error: { message: 'broken' } }]);
    expect(dropped).toEqual([[lines[0]?.digest, 'beforeSend dropped it']]);
  });

  test('events go without a beforeSend that throws, and one line says so', async () => {
    const { lines, sent, fail } = await setUp(choke);
    for (const message of ['first', 'second']) await fail(new Error(message));
    await waitUntil('both events', () => sent.length === 2);
    const warnings = lines.filter(({ msg }) => msg === 'sdk option failed');
    expect(warnings).toMatchObject([{ level: 'warn', option: 'beforeSend', error: { message: 'choked' } }]);
  });
});
