import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readBrowserReports, type BrowserReport } from '../../../candor/delivery/read-browser-reports';
import { createEventBudget } from '../../../candor/delivery/event-budget';
import { createBrowserReports } from '../../../candor/server/browser-reports';
import { respondWith } from '../../support/fake-ingest';
import { receiverOfThisTest, setUpDelivery, unusableFolder } from '../delivery/set-up-delivery';

const violation: BrowserReport = {
  type: 'csp-violation',
  directive: 'script-src-elem',
  blocked: 'https://evil.example',
  disposition: 'enforce',
  source: 'https://candor.test/_next/static/a.js',
  line: 3,
  column: 9,
  url: 'https://candor.test/items/7',
  ageMs: 60_000,
  userAgent: 'A browser',
};
const crash: BrowserReport = {
  type: 'crash',
  reason: 'oom',
  url: 'https://candor.test/',
  ageMs: 0,
  userAgent: undefined,
};

async function setUp({ isOn = true, eventsPerHour = 1_000, folder = undefined as string | undefined } = {}) {
  const receiver = await receiverOfThisTest();
  const { delivery, log, lines, logged } = await setUpDelivery({ receiver, folder });
  const eventBudget = createEventBudget({ perHour: eventsPerHour, perDay: 10_000 });
  const reports = createBrowserReports({
    log,
    environment: 'staging',
    release: '1.2.3',
    routeOf: (path) => (path.startsWith('/items/') ? '/items/[id]' : undefined),
    reporting: isOn ? { delivery, eventBudget } : undefined,
  });
  return {
    ...reports,
    receiver,
    delivery,
    eventBudget,
    lines,
    logged,
    events: () => receiver.arrivals.map(({ event }) => event),
  };
}

test('a violation is one line and one event, which say the same', async () => {
  const { take, logged, events, delivery } = await setUp();
  const before = Date.now();
  await take([violation], 'Another browser');
  const [line] = logged('browser report');
  expect(line).toMatchObject({
    level: 'warn',
    state: 'sent',
    type: 'csp-violation',
    directive: 'script-src-elem',
    blocked: 'https://evil.example',
    disposition: 'enforce',
    source: 'https://candor.test/_next/static/a.js',
    line: 3,
    column: 9,
    path: '/items/7',
    route: '/items/[id]',
    repeats: 0,
    release: '1.2.3',
    environment: 'staging',
  });
  const [event] = events();
  expect(event).toMatchObject({
    event_id: line?.event,
    level: 'warning',
    platform: 'javascript',
    environment: 'staging',
    release: '1.2.3',
    transaction: '/items/[id]',
    exception: {
      values: [
        {
          type: 'CSP violation',
          value: 'script-src-elem blocks https://evil.example',
          mechanism: { type: 'csp', handled: true },
        },
      ],
    },
    tags: {
      mechanism: 'csp',
      directive: 'script-src-elem',
      blocked: 'https://evil.example',
      disposition: 'enforce',
      path: '/items/7',
      route: '/items/[id]',
    },
    contexts: { browser_report: { source: 'https://candor.test/_next/static/a.js', line: 3, column: 9 } },
    fingerprint: ['csp-violation', 'enforce', 'script-src-elem', 'https://evil.example', '/items/[id]'],
    request: { url: 'https://candor.test/items/7', headers: { 'User-Agent': 'A browser' } },
  });
  const happenedAt = Number(event?.timestamp) * 1000;
  expect(happenedAt).toBeGreaterThanOrEqual(before - 60_000);
  expect(happenedAt).toBeLessThanOrEqual(Date.now() - 60_000);
  expect(await delivery.stateOf(String(line?.event))).toMatchObject({ state: 'sent' });
});

test('a crash is an error with its reason', async () => {
  const { take, logged, events } = await setUp();
  await take([crash], 'Another browser');
  expect(logged('browser report')).toMatchObject([{ level: 'error', type: 'crash', reason: 'oom', path: '/' }]);
  expect(events()).toMatchObject([
    {
      level: 'error',
      exception: {
        values: [{ type: 'Crash', value: 'The page ran out of memory.', mechanism: { type: 'crash', handled: false } }],
      },
      tags: { mechanism: 'crash', reason: 'oom', path: '/' },
      fingerprint: ['crash', 'oom', '/'],
      request: { headers: { 'User-Agent': 'Another browser' } },
    },
  ]);
});

test('repeats are counted, also those of other pages of the route, and what is ignored', async () => {
  const { take, logged, events, counters } = await setUp();
  await Promise.all([take([violation], undefined), take([violation], undefined)]);
  await take([{ ...violation, url: 'https://candor.test/items/8', line: 5 }, 'of an extension'], undefined);
  await take(['of another site', 'of an extension', 'malformed', 'of another type'], undefined);
  expect(logged('browser report')).toHaveLength(1);
  expect(events()).toHaveLength(1);
  expect(counters()).toEqual({
    received: 8,
    logged: 1,
    repeated: 2,
    ignored: { 'of an extension': 2, 'of another site': 1, malformed: 1, 'of another type': 1 },
  });
});

test.each<[string, Partial<typeof violation>]>([
  ['directive', { directive: 'img-src' }],
  ['blocked origin', { blocked: 'https://evil2.example' }],
  ['page', { url: 'https://candor.test/about' }],
  ['disposition', { disposition: 'report' }],
])('another %s is another violation', async (_, change) => {
  const { take, events } = await setUp();
  await take([violation, { ...violation, ...change } as BrowserReport], undefined);
  expect(events()).toHaveLength(2);
  expect(new Set(events().map((event) => JSON.stringify(event?.fingerprint))).size).toBe(2);
});

test('with reporting off the line is there', async () => {
  const { take, logged, events } = await setUp({ isOn: false });
  await take([violation, violation], undefined);
  const lines = logged('browser report');
  expect(lines).toMatchObject([{ state: 'off', path: '/items/7' }]);
  expect(lines[0]).not.toHaveProperty('event');
  expect(events()).toEqual([]);
});

test('past the budget of browser events the line says so, and the event is dropped', async () => {
  const { take, lines, delivery, eventBudget } = await setUp({ eventsPerHour: 1 });
  await take([violation, crash, { ...crash, reason: 'unresponsive' }], undefined);
  const dropped = { state: 'dropped', dropped: 'the limit of browser events is reached' };
  expect(lines.map(({ msg }) => msg)).toEqual([
    'browser report',
    'browser events limited',
    'browser report',
    'browser report',
  ]);
  expect(lines.slice(2)).toMatchObject([dropped, dropped]);
  expect(await delivery.stateOf(String(lines[2]?.event))).toEqual({ state: 'dropped', reason: dropped.dropped });
  expect(eventBudget.limited()).toBe(2);
});

test('of 10,000 different violations 200 an hour have a line and an event, and the rest is counted', async () => {
  const { take, logged, events, counters } = await setUp();
  for (let batch = 0; batch < 100; batch += 1) {
    const pages = Array.from({ length: 100 }, (_, each) => `https://candor.test/${batch}-${each}`);
    await take(
      pages.map((url) => ({ ...violation, url })),
      undefined,
    );
  }
  expect(logged('browser report')).toHaveLength(200);
  expect(events()).toHaveLength(200);
  expect(logged('browser reports limited')).toMatchObject([{ limit: 200, per: 'hour' }]);
  expect(counters()).toMatchObject({ received: 10_000, logged: 200, ignored: { 'over the limit': 9_800 } });
});

test('an event that the service defers is queued', async () => {
  const { take, logged, receiver, delivery } = await setUp();
  receiver.answer(respondWith(503));
  await take([violation], undefined);
  expect(logged('browser report')).toMatchObject([{ state: 'queued' }]);
  expect(delivery.report()).toMatchObject({ queued: 1 });
});

test('an event that the service denies is dropped for its reason', async () => {
  const { take, logged, receiver } = await setUp();
  receiver.answer(respondWith(403, { detail: 'no such project' }));
  await take([violation], undefined);
  expect(logged('browser report')).toMatchObject([{ state: 'dropped', dropped: 'no such project' }]);
});

test('an event that neither the service nor the disk takes is dropped, and tried again with the next report', async () => {
  const { take, logged, receiver, delivery } = await setUp({ folder: (await unusableFolder()).folder });
  receiver.answer(respondWith(503));
  await take([violation], undefined);
  await take([violation], undefined);
  const reason = 'it could be neither sent nor kept';
  const lines = logged('browser report');
  expect(lines).toMatchObject([
    { state: 'dropped', dropped: reason },
    { state: 'dropped', dropped: reason },
  ]);
  expect(await delivery.stateOf(String(lines[0]?.event))).toEqual({ state: 'dropped', reason });
});

test('secrets in a path, a source or a name of a browser reach neither line nor event', async () => {
  const { take, lines, receiver } = await setUp();
  const secret = 'AKIAIOSFODNN7EXAMPLE';
  await take(
    [
      {
        ...violation,
        url: `https://candor.test/reset/${secret}`,
        source: `https://candor.test/token/${secret}.js`,
        userAgent: `Mozilla password=${secret}`,
      },
    ],
    undefined,
  );
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
const hostileReport = fc.record(
  {
    type: fc.constantFrom('csp-violation', 'crash', 'other'),
    url: fc.oneof(
      hostileField,
      hostileText.map((text) => `https://candor.test/${text}`),
    ),
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

test('no text of a report makes anything but a line and an event of known fields and short, visible texts', async () => {
  const { take, lines, receiver } = await setUp();
  await fc.assert(
    fc.asyncProperty(fc.array(hostileReport, { minLength: 1, maxLength: 9 }), async (reports) => {
      const crashToo = { type: 'crash', url: 'https://candor.test/', body: {} };
      const bytes = Buffer.from(JSON.stringify([...reports, crashToo]));
      await take(readBrowserReports(bytes, { type: 'application/reports+json', hosts: ['candor.test'] }), undefined);
    }),
    { numRuns: 100 },
  );
  const events = receiver.arrivals.map(({ event }) => event);
  expect(events.length).toBeGreaterThan(1);
  const texts = [...lines, ...events].flatMap((one) => textsIn(one));
  expect(texts.filter((text) => !/^[ -~]{0,600}$/.test(text) || text.includes('hunter2'))).toEqual([]);
  const known = [
    'age',
    'blocked',
    'column',
    'directive',
    'disposition',
    'dropped',
    'environment',
    'event',
    'level',
    'limit',
  ];
  known.push(
    'line',
    'msg',
    'path',
    'per',
    'reason',
    'release',
    'repeats',
    'retryAfterSeconds',
    'source',
    'state',
    'time',
    'type',
  );
  expect([...new Set(lines.flatMap((line) => Object.keys(line)))].filter((name) => !known.includes(name))).toEqual([]);
});

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

test('no character of a page ends a line, or hides in it', async () => {
  const { take, lines, events } = await setUp();
  const url = new URL('https://candor.test/\u202e\ud800\u001b[31m{"msg":"request failed"}' + 'é'.repeat(3_000)).href;
  await take([{ ...violation, url, source: url, blocked: `https://${'x'.repeat(3_000)}` }], undefined);
  const texts = [...lines, ...events()].flatMap(textsIn);
  expect(texts).toContain('CSP violation');
  expect(texts.filter((text) => !/^[ -~]{0,300}$/.test(text))).toEqual([]);
});
