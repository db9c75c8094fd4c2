import { symlinkSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildField, openEnvelope } from '../../../candor/src/envelope/envelope';
import { readableEvents } from '../../../candor/src/start/readable-events';
import { openSources, type Sources } from '../../../candor/src/start/open-sources';
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
const secretMaps = [
  ...['app/.next/server/chunks/a.js.map', 'app/.next/server/app/secret.js.map', 'app/.next/secret.js.map'],
  ...['app/secret.js.map', 'secret.js.map', 'elsewhere/secret.js.map', 'app/.next/server/browser-maps/secret.js.map'],
];

beforeEach(async () => {
  await compileModule('worker', folder('app/.next/server/candor/worker.cjs'));
  write({
    'app/.next/server/candor/build.json': '{"id":"ours"}',
    'app/.next/server/browser-maps/static/chunks/a.js.map': JSON.stringify(aMap({}, { file: 'app/a.tsx' })),
    ...Object.fromEntries(secretMaps.map((path) => [path, secretMap])),
  });
  symlinkSync(folder('elsewhere'), folder('app/.next/server/browser-maps/static/link'));
  sources = openSources(recordLog().log, folder('app/.next')) as Sources;
});
afterEach(() => sources.close());

const id = '0123456789abcdef0123456789abcdef';
const ours = 'app:///_next/static/chunks/a.js';
const ofServer = 'app:///_next/server/chunks/a.js';
const frameOf = (filename: string) => ({ filename, function: 'e', lineno: 1, colno: 5 });
const eventOf = (frames: object[]) => ({ exception: { values: [{ stacktrace: { frames } }] } });
const envelopeOf = (event: object, header: object = {}, type = 'event') =>
  `${JSON.stringify({ event_id: id, ...header })}\n{"type":"${type}"}\n${JSON.stringify(event)}`;
const opened = (...parts: Parameters<typeof envelopeOf>) => openEnvelope(Buffer.from(envelopeOf(...parts)));

type Framed = { exception: { values: { stacktrace: { frames: Record<string, unknown>[] } }[] } };
const framesOf = (event: unknown) => (event as Framed).exception.values[0]?.stacktrace.frames ?? [];

test('frames that a sender invents read no file but maps of browser chunks', async () => {
  const next = 'https://shop.test/_next/';
  const invented = [
    folder('app/.next/server/chunks/a.js'),
    ofServer,
    'app:///_next/static/../../../secret.js',
    `${next}static/../server/chunks/a.js`,
    `${next}static/%2e%2e/%2e%2e/secret.js`,
    `${next}static/link/secret.js`,
    `${next}static/chunks/a.js/../../../secret.js`,
    `${next}static/${'a/'.repeat(5_000)}secret.js`,
    '/proc/self/environ.js',
  ];
  const sent = invented.map((file) => frameOf(file));
  const { receiver, post } = await openTunnel({ readable: readableEvents(sources, { withContext: true }) });
  const posted = await post(envelopeOf(eventOf([...sent, frameOf(ours)]), { [buildField]: 'ours' }));
  expect(posted).toMatchObject({ status: 200, json: { id, state: 'sent' } });
  const { event, bytes } = await waitUntil('the event', () => receiver.accepted[0]);
  expect(bytes.toString()).not.toMatch(/secret\b(?!\.js)/);
  expect(framesOf(event).slice(0, -1)).toEqual(sent);
  const source = { filename: 'app/a.tsx', function: 'OrderList', lineno: 7, context_line: 'line 7' };
  expect(framesOf(event).at(-1)).toMatchObject(source);
  expect(sources.counts()).toMatchObject({ mapped: 1, 'of another build': expect.any(Number) });
});

test('an event of this build’s server is mapped, and one of another build’s is not', async () => {
  const readable = readableEvents(sources, { withContext: false });
  const { delivery, receiver } = await setUpWithService(undefined, { readable });
  const event = eventOf([frameOf(ofServer)]);
  for (const [index, build] of ['ours', 'another', undefined].entries()) {
    await delivery.submit(opened(event, { [buildField]: build }));
    await waitUntil('the event', () => receiver.accepted.length > index);
  }
  const [mapped, ...raw] = receiver.accepted.map(({ event }) => framesOf(event)[0]);
  expect(mapped).toMatchObject({ function: 'OrderList', lineno: 7 });
  expect(mapped).not.toHaveProperty('context_line');
  expect(raw).toEqual([frameOf(ofServer), frameOf(ofServer)]);
  expect(receiver.accepted.map(({ header }) => header)).toEqual(Array(3).fill({ event_id: id, dsn: receiver.dsn }));
  expect(sources.counts()).toEqual({ mapped: 1 });
});

test.each([
  ['no frame', 'event', []],
  ['frames elsewhere only', 'event', [frameOf('https://cdn.example/widget.js'), frameOf('app:///static/a.js')]],
  ['a feedback', 'feedback', [frameOf(ours)]],
])('what has %s is sent as it is, and wakes no thread; an event is mapped once', async (_, type, frames) => {
  const mapEvent = vi.spyOn(sources, 'mapEvent');
  const readable = readableEvents(sources, { withContext: true });
  const envelope = opened({ ...eventOf(frames), ...(type === 'feedback' && { type }) }, {}, type);
  expect(await readable(envelope, 'browser')).toBe(envelope);
  expect(mapEvent).not.toHaveBeenCalled();
  const mapped = await readable(opened(eventOf([frameOf(ofServer)]), { [buildField]: 'ours' }), 'server');
  expect(mapped.bytes.toString()).toContain('OrderList');
  expect(openEnvelope(mapped.bytes)).toEqual(mapped);
  expect(await readable(mapped, 'server')).toBe(mapped);
  expect(mapEvent).toHaveBeenCalledOnce();
});
