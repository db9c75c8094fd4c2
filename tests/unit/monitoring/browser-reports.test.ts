import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { readBrowserReports, type BrowserReport } from '../../../candor/src/monitoring/read-browser-reports';
import { createEventBudget } from '../../../candor/src/monitoring/event-budget';
import { createBrowserReports } from '../../../candor/src/monitoring/browser-reports';
import { respondWith, type Respond } from '../../support/fake-ingest';
import { receiverOfThisTest, setUpDelivery, unusableFolder } from '../delivery/set-up-delivery';

const blocking = { directive: 'script-src-elem', blocked: 'https://evil.example', disposition: 'enforce' } as const;
const position = { source: 'https://candor.test/_next/static/a.js', line: 3, column: 9 };
const violation: BrowserReport = {
  type: 'csp-violation',
  ...blocking,
  ...position,
  url: 'https://candor.test/items/7',
  ageMs: 60_000,
  userAgent: 'A browser',
};
const home = 'https://candor.test/';
const crash: BrowserReport = { type: 'crash', reason: 'oom', url: home, ageMs: 0, userAgent: undefined };
const build = { environment: 'staging', release: '1.2.3' };

async function setUp({ isOn = true, eventsPerHour = 1_000, folder = undefined as string | undefined } = {}) {
  const receiver = await receiverOfThisTest();
  const { delivery, log, lines, logged } = await setUpDelivery({ receiver, folder });
  const eventBudget = createEventBudget({ perHour: eventsPerHour, perDay: 10_000 });
  const { take, counters, missingPatches } = createBrowserReports({
    log,
    ...build,
    routeOf: (path) => (path.startsWith('/items/') ? '/items/[id]' : undefined),
    reporting: isOn ? { delivery, eventBudget } : undefined,
  });
  const events = () => receiver.arrivals.map(({ event }) => event);
  const takeAll = (...reports: Parameters<typeof take>[0]) => take(reports, undefined);
  const reported = () => logged('browser report');
  return { take, takeAll, counters, missingPatches, receiver, delivery, eventBudget, lines, logged, reported, events };
}

test('a violation is one line and one event, which say the same', async () => {
  const { take, reported, events, delivery } = await setUp();
  const before = Date.now();
  await take([violation], 'Another browser');
  const [line] = reported();
  const shown = { ...blocking, path: '/items/7', route: '/items/[id]' };
  const ofViolation = { level: 'warn', state: 'sent', type: 'csp-violation', repeats: 0 };
  expect(line).toMatchObject({ ...ofViolation, ...shown, ...position, ...build });
  const value = 'script-src-elem blocks https://evil.example';
  const [event] = events();
  expect(event).toMatchObject({
    event_id: line?.event,
    level: 'warning',
    platform: 'javascript',
    ...build,
    transaction: '/items/[id]',
    exception: { values: [{ type: 'CSP violation', value, mechanism: { type: 'csp', handled: true } }] },
    tags: { mechanism: 'csp', ...shown },
    contexts: { browser_report: position },
    fingerprint: ['csp-violation', 'enforce', 'script-src-elem', 'https://evil.example', '/items/[id]'],
    request: { url: 'https://candor.test/items/7', headers: { 'User-Agent': 'A browser' } },
  });
  const happenedAt = Number(event?.timestamp) * 1000;
  expect(happenedAt).toBeGreaterThanOrEqual(before - 60_000);
  expect(happenedAt).toBeLessThanOrEqual(Date.now() - 60_000);
  expect(await delivery.stateOf(String(line?.event))).toMatchObject({ state: 'sent' });
});

test('a crash is an error with its reason', async () => {
  const { take, reported, events } = await setUp();
  await take([crash], 'Another browser');
  expect(reported()).toMatchObject([{ level: 'error', type: 'crash', reason: 'oom', path: '/' }]);
  const mechanism = { type: 'crash', handled: false };
  expect(events()).toMatchObject([
    {
      level: 'error',
      exception: { values: [{ type: 'Crash', value: 'The page ran out of memory.', mechanism }] },
      tags: { mechanism: 'crash', reason: 'oom', path: '/' },
      fingerprint: ['crash', 'oom', '/'],
      request: { headers: { 'User-Agent': 'Another browser' } },
    },
  ]);
});

test('repeats are counted, also those of other pages of the route, and what is ignored', async () => {
  const { takeAll, reported, events, counters } = await setUp();
  await Promise.all([takeAll(violation), takeAll(violation)]);
  await takeAll({ ...violation, url: 'https://candor.test/items/8', line: 5 }, 'of an extension');
  await takeAll('of another site', 'of an extension', 'malformed', 'of another type');
  expect(reported()).toHaveLength(1);
  expect(events()).toHaveLength(1);
  const ignored = { 'of an extension': 2, 'of another site': 1, malformed: 1, 'of another type': 1 };
  expect(counters()).toEqual({ received: 8, logged: 1, repeated: 2, ignored });
});

test.each<[string, Partial<typeof violation>]>([
  ['directive', { directive: 'img-src' }],
  ['blocked origin', { blocked: 'https://evil2.example' }],
  ['page', { url: 'https://candor.test/about' }],
  ['disposition', { disposition: 'report' }],
])('another %s is another violation', async (_, change) => {
  const { takeAll, events } = await setUp();
  await takeAll(violation, { ...violation, ...change } as BrowserReport);
  expect(events()).toHaveLength(2);
  expect(new Set(events().map((event) => JSON.stringify(event?.fingerprint))).size).toBe(2);
});

test('with reporting off the line is there', async () => {
  const { takeAll, reported, events } = await setUp({ isOn: false });
  await takeAll(violation, violation);
  expect(reported()).toMatchObject([{ state: 'off', path: '/items/7' }]);
  expect(reported()[0]).not.toHaveProperty('event');
  expect(events()).toEqual([]);
});

test('past the budget of browser events the line says so, and the event is dropped', async () => {
  const { takeAll, lines, delivery, eventBudget } = await setUp({ eventsPerHour: 1 });
  await takeAll(violation, crash, { ...crash, reason: 'unresponsive' });
  const reason = 'the limit of browser events is reached';
  const dropped = { msg: 'browser report', state: 'dropped', dropped: reason };
  expect(lines).toMatchObject([{ msg: 'browser report' }, { msg: 'browser events limited' }, dropped, dropped]);
  expect(await delivery.stateOf(String(lines[2]?.event))).toEqual({ state: 'dropped', reason });
  expect(eventBudget.limited()).toBe(2);
});

test('of 10,000 different violations 200 an hour have a line and an event, and the rest is counted', async () => {
  const { takeAll, logged, reported, events, counters } = await setUp();
  for (let batch = 0; batch < 100; batch += 1) {
    const pages = Array.from({ length: 100 }, (_, each) => `https://candor.test/${batch}-${each}`);
    await takeAll(...pages.map((url) => ({ ...violation, url })));
  }
  expect(reported()).toHaveLength(200);
  expect(events()).toHaveLength(200);
  expect(logged('browser reports limited')).toMatchObject([{ limit: 200, per: 'hour' }]);
  expect(counters()).toMatchObject({ received: 10_000, logged: 200, ignored: { 'over the limit': 9_800 } });
});

const denied = { state: 'dropped', dropped: 'no such project' };
test.each<[string, Respond, line: object, queued: number]>([
  ['defers is queued', respondWith(503), { state: 'queued' }, 1],
  ['denies is dropped for its reason', respondWith(403, { detail: denied.dropped }), denied, 0],
])('an event that the service %s', async (_, response, line, queued) => {
  const { takeAll, reported, receiver, delivery } = await setUp();
  receiver.answer(response);
  await takeAll(violation);
  expect(reported()).toMatchObject([line]);
  expect(delivery.stats()).toMatchObject({ queued });
});

test('an event that neither the service nor the disk takes is dropped, and tried again with the next report', async () => {
  const { takeAll, reported, receiver, delivery } = await setUp({ folder: (await unusableFolder()).folder });
  receiver.answer(respondWith(503));
  await takeAll(violation);
  await takeAll(violation);
  const reason = 'it could be neither sent nor kept';
  expect(reported()).toMatchObject(Array(2).fill({ state: 'dropped', dropped: reason }));
  expect(await delivery.stateOf(String(reported()[0]?.event))).toEqual({ state: 'dropped', reason });
});

test('secrets in a path, a source or a name of a browser reach neither line nor event', async () => {
  const { takeAll, lines, receiver } = await setUp();
  const secret = 'AKIAIOSFODNN7EXAMPLE';
  await takeAll({
    ...violation,
    url: `https://candor.test/reset/${secret}`,
    source: `https://candor.test/token/${secret}.js`,
    userAgent: `Mozilla password=${secret}`,
  });
  const written = JSON.stringify(lines) + receiver.arrivals.map(({ bytes }) => bytes.toString()).join('');
  expect(written).toContain('/reset/[masked]');
  expect(written).not.toContain(secret);
});

const hostileText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '\ud800',
    '\u202e\u001b[31m',
    '{"msg":"request failed"}\n',
    'https://a:b@candor.test/?password=hunter2',
    '__proto__',
  ),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
);
const hostileField = fc.oneof(hostileText, fc.double(), fc.constant(null), fc.object());
const hostileUrl = hostileText.map((text) => home + text);
const hostileReport = fc.record(
  {
    type: fc.constantFrom('csp-violation', 'crash', 'other'),
    url: fc.oneof(hostileField, hostileUrl),
    age: hostileField,
    user_agent: hostileField,
    body: fc.record({
      effectiveDirective: fc.oneof(hostileField, fc.constant('img-src')),
      blockedURL: hostileField,
      sourceFile: hostileField,
      lineNumber: hostileField,
      disposition: hostileField,
      reason: hostileField,
    }),
  },
  { requiredKeys: ['type', 'url', 'body'] },
);

const knownFields =
  'age blocked column directive disposition dropped environment event level limit line msg path per reason release ' +
  'repeats retryAfterSeconds source state time type';

test('no text of a report makes anything but a line and an event of known fields and short, visible texts', async () => {
  const { takeAll, lines, events } = await setUp();
  await fc.assert(
    fc.asyncProperty(fc.array(hostileReport, { minLength: 1, maxLength: 9 }), async (reports) => {
      const bytes = Buffer.from(JSON.stringify([...reports, { type: 'crash', url: home, body: {} }]));
      await takeAll(...readBrowserReports(bytes, { type: 'application/reports+json', hosts: ['candor.test'] }));
    }),
    { numRuns: 100 },
  );
  expect(events().length).toBeGreaterThan(1);
  const texts = [...lines, ...events()].flatMap((one) => textsIn(one));
  expect(texts.filter((text) => !/^[ -~]{0,600}$/.test(text) || text.includes('hunter2'))).toEqual([]);
  expect(knownFields.split(' ')).toEqual(expect.arrayContaining(lines.flatMap((line) => Object.keys(line))));
});

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

test('no character of a page ends a line, or hides in it', async () => {
  const { takeAll, lines, events } = await setUp();
  const url = new URL('https://candor.test/\u202e\ud800\u001b[31m{"msg":"request failed"}' + 'é'.repeat(3_000)).href;
  await takeAll({ ...violation, url, source: url, blocked: `https://${'x'.repeat(3_000)}` });
  const texts = [...lines, ...events()].flatMap(textsIn);
  expect(texts).toContain('CSP violation');
  expect(texts.filter((text) => !/^[ -~]{0,300}$/.test(text))).toEqual([]);
});

test('what pages lack is counted by name, and one line each', async () => {
  vi.stubGlobal('CANDOR_VERSIONS', JSON.stringify({ next: '16' }));
  const { takeAll, counters, missingPatches, logged, events } = await setUp();
  await takeAll({ type: 'candor-patches', missing: ['react-roots'] });
  await takeAll({ type: 'candor-patches', missing: ['react-roots', 'page-fetch'] });
  expect(missingPatches()).toEqual({ 'react-roots': 2, 'page-fetch': 1 });
  const common = { level: 'warn', runtime: 'browser', versions: { next: '16', node: process.versions.node } };
  expect(logged('patch not in effect')).toMatchObject([
    { ...common, patch: 'react-roots', loses: expect.stringContaining('boundary') as string },
    { ...common, patch: 'page-fetch', loses: expect.stringContaining('without a network') as string },
  ]);
  expect(counters()).toEqual({ received: 2, logged: 0, repeated: 0, ignored: {} });
  expect(events()).toEqual([]);
});
