import { symlinkSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildField, openEnvelope } from '../../../candor/src/envelope/envelope';
import { readableEvents } from '../../../candor/src/server/readable-events';
import { openSources, type Sources } from '../../../candor/src/server/open-sources';
import { eachInFolder } from '../../support/each-in-folder';
import { waitUntil } from '../../support/wait-until';
import { recordLog, setUpWithService } from '../delivery/set-up-delivery';
import { openTunnel } from '../monitoring/open-tunnel';
import { aMap } from '../sources/a-map';
import { compileModule } from '../sources/compiled-module';

const { folder, write } = eachInFolder();
let sources: Sources;

/** A map whose text is `secret`, wherever it is read. */
const secretMap = JSON.stringify(
  aMap({ sourcesContent: [Array(12).fill('secret').join('\n')] }, { file: 'secret.ts' }),
);

beforeEach(async () => {
  await compileModule('worker', folder('app/.next/server/candor/worker.cjs'));
  write({
    'app/.next/server/candor/build.json': '{"id":"ours"}',
    'app/.next/server/browser-maps/static/chunks/a.js.map': JSON.stringify(aMap({}, { file: 'app/a.tsx' })),
    'app/.next/server/chunks/a.js.map': secretMap,
    'app/.next/server/app/secret.js.map': secretMap,
    'app/.next/secret.js.map': secretMap,
    'app/secret.js.map': secretMap,
    'secret.js.map': secretMap,
    'elsewhere/secret.js.map': secretMap,
    'app/.next/server/browser-maps/secret.js.map': secretMap,
  });
  symlinkSync(folder('elsewhere'), folder('app/.next/server/browser-maps/static/link'));
  const opened = openSources(recordLog().log, folder('app/.next'));
  if (!opened) throw new Error('There is a build.');
  sources = opened;
});
afterEach(() => sources.close());

const id = '0123456789abcdef0123456789abcdef';
const ours = 'app:///_next/static/chunks/a.js';
const frameOf = (filename: unknown, lineno: unknown = 1) => ({ filename, function: 'e', lineno, colno: 5 });
const eventOf = (frames: unknown[]) => ({
  exception: { values: [{ type: 'Error', value: 'x', stacktrace: { frames } }] },
});
const envelopeOf = (event: object, header: object = {}) =>
  `${JSON.stringify({ event_id: id, ...header })}\n{"type":"event"}\n${JSON.stringify(event)}`;

type Framed = { exception: { values: { stacktrace: { frames: Record<string, unknown>[] } }[] } };
const framesOf = (event: unknown) => (event as Framed).exception.values[0]?.stacktrace.frames ?? [];

/** Posts it as a browser does. @returns the frames as the service has them */
async function postFrames(frames: unknown[], header = {}) {
  const readable = readableEvents(sources, { withContext: true });
  const { receiver, post } = await openTunnel({ readable });
  expect(await post(envelopeOf(eventOf(frames), header))).toMatchObject({ status: 200, json: { id, state: 'sent' } });
  const arrived = await waitUntil('the event', () => receiver.accepted[0]);
  expect(arrived.bytes.toString()).not.toMatch(/secret\b(?!\.js)/);
  return framesOf(arrived.event);
}

test('frames that a sender invents read no file but maps of browser chunks', async () => {
  const next = 'https://shop.test/_next/';
  const invented = [
    `${folder('app/.next')}/server/chunks/a.js`,
    'app:///_next/server/chunks/a.js',
    'app:///_next/static/../../../secret.js',
    `${next}static/../server/chunks/a.js`,
    `${next}static/%2e%2e/%2e%2e/secret.js`,
    `${next}static/link/secret.js`,
    `${next}static/chunks/a.js/../../../secret.js`,
    `${next}static/${'a/'.repeat(5_000)}secret.js`,
    '/proc/self/environ.js',
  ];
  const oddFiles = [{}, 5].map((file) => frameOf(file));
  const oddLines = [-1, '1', 1e300].map((line) => frameOf(ours, line));
  const odd = [null, 5, 'x', [], {}, ...oddFiles, ...oddLines];
  const sent = [...invented.map((file) => frameOf(file)), ...odd];
  const frames = await postFrames([...sent, frameOf(ours)], { [buildField]: 'ours' });
  expect(frames.slice(0, -1)).toEqual(JSON.parse(JSON.stringify(sent)));
  const source = { filename: 'app/a.tsx', function: 'OrderList', lineno: 7, context_line: 'line 7' };
  expect(frames.at(-1)).toMatchObject(source);
  expect(sources.counts()).toMatchObject({ mapped: 1, 'of another build': expect.any(Number) });
});

const withFrames = (frames: unknown, values = 1) => ({
  exception: { values: Array(values).fill({ stacktrace: { frames } }) },
});

test.each([
  ['thousands of values', withFrames([frameOf('x')], 10_000)],
  ['frames that are deep', withFrames(JSON.parse('['.repeat(90) + ']'.repeat(90)))],
])('an event with %s arrives as it is, and the thread reads the next one', async (_, event) => {
  const readable = readableEvents(sources, { withContext: true });
  const { receiver, post } = await openTunnel({ readable });
  const text = JSON.stringify({ ...event, note: '_next/static/' });
  await post(`{"event_id":"${id}"}\n{"type":"event"}\n${text}`);
  const { bytes } = await waitUntil('the event', () => receiver.accepted[0]);
  expect(bytes.toString().split('\n')[2]).toBe(text);
  expect(sources.counts()).toEqual({});
  await post(envelopeOf(eventOf([frameOf(ours)])));
  const next = await waitUntil('the next event', () => receiver.accepted[1]);
  expect(framesOf(next.event)[0]).toMatchObject({ filename: 'app/a.tsx' });
});

test('an event of this build’s server is mapped, and one of another build’s is not', async () => {
  const readable = readableEvents(sources, { withContext: false });
  const { delivery, receiver } = await setUpWithService(undefined, { readable });
  const frame = frameOf('app:///_next/server/chunks/a.js');
  for (const [index, build] of ['ours', 'another', undefined].entries()) {
    await delivery.submit(openEnvelope(Buffer.from(envelopeOf(eventOf([frame]), { [buildField]: build }))));
    await waitUntil('the event', () => receiver.accepted.length > index);
  }
  const [mapped, ...raw] = receiver.accepted.map(({ event }) => framesOf(event)[0]);
  expect(mapped).toMatchObject({ function: 'OrderList', lineno: 7 });
  expect(mapped).not.toHaveProperty('context_line');
  expect(raw).toEqual([frame, frame]);
  expect(receiver.accepted.map(({ header }) => header)).toEqual(Array(3).fill({ event_id: id, dsn: receiver.dsn }));
  expect(sources.counts()).toEqual({ mapped: 1 });
});

test.each([
  ['no frame', 'event', []],
  ['frames elsewhere only', 'event', [frameOf('https://cdn.example/widget.js'), frameOf('app:///static/a.js')]],
  ['a feedback', 'feedback', [frameOf(ours)]],
])('what has %s is sent as it is, and wakes no thread; an event is mapped once', async (_, type, frames) => {
  const mapEvent = vi.fn(sources.mapEvent);
  const readable = readableEvents({ ...sources, mapEvent }, { withContext: true });
  const opened = (text: string) => openEnvelope(Buffer.from(text));
  const envelope = opened(
    envelopeOf({ ...(type === 'feedback' && { type }), ...eventOf(frames) }).replace(
      '"type":"event"',
      `"type":"${type}"`,
    ),
  );
  expect(await readable(envelope, 'browser')).toBe(envelope);
  expect(mapEvent).not.toHaveBeenCalled();
  const event = eventOf([frameOf('app:///_next/server/chunks/a.js')]);
  const mapped = await readable(opened(envelopeOf(event, { [buildField]: 'ours' })), 'server');
  expect(mapped.bytes.toString()).toContain('OrderList');
  expect(openEnvelope(mapped.bytes)).toEqual(mapped);
  expect(await readable(mapped, 'server')).toBe(mapped);
  expect(mapEvent).toHaveBeenCalledOnce();
});
