import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEventBudget } from '../../../../candor/src/monitoring/event-budget';
import { createRateLimit } from '../../../../candor/src/monitoring/rate-limit';
import { createBrowserReports } from '../../../../candor/src/policy/reports/browser-reports';
import { respondWith, type Respond } from '../../../support/fake-ingest';
import { receiverOfThisTest, setUpDelivery, unusableFolder } from '../../delivery/set-up-delivery';

const site = 'https://candor.test';
const build = { environment: 'staging', release: '1.2.3' };
const where = { sourceFile: `${site}/_next/static/a.js`, lineNumber: 3, columnNumber: 9 };
const blockedScript = { effectiveDirective: 'script-src-elem', blockedURL: 'https://evil.example/a.js', ...where };
const violation = (changes: object = {}, url = `${site}/items/7`) => {
  const body = { ...blockedScript, disposition: 'enforce', ...changes };
  return { type: 'csp-violation', url, age: 60_000, user_agent: 'A browser', body };
};
const crash = (reason = 'oom', url = `${site}/items/7`) => ({ type: 'crash', url, body: { reason } });
const plenty = { concurrency: 8, perClientConcurrency: 8, perSecond: 1_000_000, perClientPerSecond: 1_000_000 };

type SetUp = { isOn?: boolean; eventsPerHour?: number; folder?: string | undefined; hash?: string };

async function setUp({ isOn = true, eventsPerHour = 1_000, folder, hash }: SetUp = {}) {
  const receiver = await receiverOfThisTest();
  const { delivery, log, lines, logged } = await setUpDelivery({ receiver, folder });
  const clock = { now: 0 };
  const eventBudget = createEventBudget({ perHour: eventsPerHour, perDay: 10_000 });
  const reports = createBrowserReports({
    ...{ log, ...build, trustedProxyHops: 0, rateLimit: createRateLimit(plenty), now: () => clock.now },
    routeOf: (path) => (path.startsWith('/items/') ? '/items/[id]' : undefined),
    hashOfBlocked: () => hash,
    reporting: isOn ? { delivery, eventBudget } : undefined,
  });
  return {
    ...{ receiver, delivery, lines, logged, clock, counts: reports.counts },
    reported: () => logged('browser report'),
    events: () => receiver.arrivals.map(({ event }) => event),
    async post(content: unknown, own: Record<string, string> = {}) {
      const body = typeof content === 'string' ? content : JSON.stringify(content);
      const headers = { 'Content-Type': 'application/reports+json', Host: 'candor.test', ...own };
      const response = await reports.respond(new Request(`${site}/monitoring`, { method: 'POST', body, headers }));
      expect(response.headers.get('Cache-Control')).toBe('no-store');
      return { status: response.status, json: (await response.json()) as unknown };
    },
  };
}

const exception = (type: string, value: string, mechanism: object) => ({ values: [{ type, value, mechanism }] });

test('a violation is one line and one event, which say the same', async () => {
  const { post, reported, events } = await setUp();
  const before = Date.now();
  expect(await post([violation(), 7])).toEqual({ status: 200, json: { reports: 2 } });
  const [[line], [event]] = [reported(), events()];
  const shown = { directive: 'script-src-elem', blocked: 'https://evil.example', disposition: 'enforce' };
  const place = { path: '/items/7', route: '/items/[id]' };
  const add = 'add "https://evil.example" to script-src-elem in sources of the setting `policy`.';
  const source = { source: where.sourceFile, line: 3, column: 9 };
  const all = { ...shown, ...source, remedies: `If the page needs it, ${add}` };
  const ofLine = { level: 'warn', state: 'sent', type: 'csp-violation', repeats: 0 };
  expect(line).toMatchObject({ ...ofLine, ...all, ...place, ...build });
  const blocks = 'script-src-elem blocks https://evil.example';
  expect(event).toMatchObject({
    ...{ event_id: line?.event, level: 'warning', platform: 'javascript', transaction: '/items/[id]', ...build },
    exception: exception('CSP violation', blocks, { type: 'csp', handled: true }),
    tags: { mechanism: 'csp', ...shown, ...place },
    contexts: { browser_report: all },
    fingerprint: ['csp-violation', 'enforce', 'script-src-elem', 'https://evil.example'],
    request: { url: `${site}/items/7`, headers: { 'User-Agent': 'A browser' } },
  });
  const happenedAt = Number(event?.timestamp) * 1000 + 60_000;
  expect([happenedAt >= before, happenedAt <= Date.now()]).toEqual([true, true]);
});

test('a crash is an error with its reason', async () => {
  const { post, reported, events } = await setUp();
  await post([crash()], { 'User-Agent': 'Another browser' });
  const place = { reason: 'oom', route: '/items/[id]' };
  expect(reported()).toMatchObject([{ level: 'error', type: 'crash', ...place }]);
  const expected = {
    level: 'error',
    exception: exception('Crash', 'The page ran out of memory.', { type: 'crash', handled: false }),
    tags: { mechanism: 'crash', ...place },
    fingerprint: ['crash', 'oom', '/items/[id]'],
    request: { headers: { 'User-Agent': 'Another browser' } },
  };
  expect(events()).toMatchObject([expected]);
});

test.each<[string, unknown[], kinds: number]>([
  ['a violation on another page', [violation(), violation({ lineNumber: 5 }, `${site}/about`)], 1],
  ['another directive', [violation(), violation({ effectiveDirective: 'img-src' })], 2],
  ['another origin', [violation(), violation({ blockedURL: 'https://evil2.example' })], 2],
  ['another file of the same origin', [violation(), violation({ blockedURL: 'https://evil.example/b.js' })], 1],
  ['a crash on another page of the route', [crash(), crash('oom', `${site}/items/8`)], 1],
  ['a crash on another route', [crash(), crash('oom', `${site}/about`)], 2],
  ['a crash for another reason', [crash(), crash('unresponsive')], 2],
])('of %s there are so many lines and events', async (_, reports, kinds) => {
  const { post, reported, events } = await setUp();
  await Promise.all([post(reports), post(reports)]);
  expect(reported()).toHaveLength(kinds);
  expect(new Set(events().map((event) => JSON.stringify(event?.fingerprint))).size).toBe(kinds);
  expect(events()).toHaveLength(kinds);
});

test('a kind has a new line after a day, which says how often it came in between', async () => {
  const { post, reported, clock } = await setUp();
  const dayMs = 24 * 3_600_000;
  for (const now of [0, 1, dayMs - 1, dayMs]) {
    clock.now = now;
    await post([violation()]);
  }
  expect(reported().map(({ repeats }) => repeats)).toEqual([0, 2]);
});

test('what is reported and what is ignored is counted by name, past 100 names as others', async () => {
  const { post, counts } = await setUp();
  await post([violation(), violation(), crash(), violation({ blockedURL: 'eval' }), 7]);
  expect(counts()).toEqual({ 'script-src-elem https://evil.example': 2, crash: 1, eval: 1, malformed: 1 });
  for (let batch = 0; batch < 2; batch += 1)
    await post(Array.from({ length: 100 }, (_, index) => violation({ blockedURL: `https://${batch}-${index}.test` })));
  expect(Object.keys(counts())).toHaveLength(101);
  expect(counts()).toMatchObject({ others: 106 }); // With two that were over the limit.
});

test.each([
  ['where nothing is blocked', true, violation({ disposition: 'report' })],
  ['with reporting off', false, violation()],
])('%s there is a line and no event', async (_, isOn, report) => {
  const { post, reported, events } = await setUp({ isOn });
  await post([report, report]);
  expect(reported()).toMatchObject([{ path: '/items/7', disposition: report.body.disposition }]);
  for (const field of ['event', 'state']) expect(reported()[0]).not.toHaveProperty(field);
  await post([violation()]);
  expect(events()).toHaveLength(isOn ? 1 : 0);
});

test('past the budget of browser events the line says so, and the event is dropped', async () => {
  const { post, lines, delivery } = await setUp({ eventsPerHour: 1 });
  await post([violation(), crash(), crash('unresponsive')]);
  const reason = 'the limit of browser events is reached';
  const dropped = { msg: 'browser report', state: 'dropped', dropped: reason };
  expect(lines).toMatchObject([{ msg: 'browser report' }, { msg: 'browser events limited' }, dropped, dropped]);
  expect(await delivery.stateOf(String(lines[2]?.event))).toEqual({ state: 'dropped', reason });
});

test('of 1,000 kinds 200 an hour have a line and an event, and the rest is counted', async () => {
  const { post, logged, reported, events, counts } = await setUp();
  for (let batch = 0; batch < 10; batch += 1)
    await post(Array.from({ length: 100 }, (_, index) => crash('oom', `${site}/${batch}-${index}`)));
  expect([reported().length, events().length]).toEqual([200, 200]);
  expect(logged('browser reports limited')).toMatchObject([{ limit: 200, per: 'hour' }]);
  expect(counts()).toEqual({ crash: 1_000, 'over the limit': 800 });
});

const noPlace = 'it could be neither sent nor kept';

test.each<[what: string, Respond, keeps: boolean, line: object, queued: 1 | null]>([
  ['the service defers is queued', respondWith(503), true, { state: 'queued' }, 1],
  ['it denies is dropped for its reason', respondWith(403, { detail: 'why' }), true, { dropped: 'why' }, null],
  ['nobody takes is dropped, and is tried again', respondWith(503), false, { dropped: noPlace }, null],
])('an event that %s', async (_, response, keeps, line, queued) => {
  const { folder } = keeps ? { folder: undefined } : await unusableFolder();
  const { post, reported, receiver, delivery } = await setUp({ folder });
  receiver.answer(response);
  for (const reports of [[violation()], [violation()]]) await post(reports);
  expect(reported()).toMatchObject(Array(keeps ? 1 : 2).fill(line));
  expect(delivery.stats()).toMatchObject({ queued });
  const { state } = await delivery.stateOf(String(reported()[0]?.event));
  expect([state, reported()[0]?.state]).toEqual(Array(2).fill(queued === 1 ? 'queued' : 'dropped'));
});

test.each<[number, unknown, Record<string, string>]>([
  [400, 'hello', {}],
  [413, `[${'{},'.repeat(350_000)}{}]`, {}],
  [403, [crash()], { Origin: 'https://elsewhere.test' }], // Chromium sends no Sec-Fetch-Site with reports.
])('responds with %i to %.20j with %j', async (status, content, headers) => {
  const { post, reported } = await setUp();
  expect([(await post(content, headers)).status, reported()]).toEqual([status, []]);
});

test('of an inline script a line has the beginning, and the hash where it is known, and nothing has a secret', async () => {
  const { post, reported, receiver } = await setUp({ hash: "'sha256-a'" });
  const secret = 'AKIAIOSFODNN7EXAMPLE';
  const changes = { blockedURL: 'inline', sample: `token="${secret}"\n`, sourceFile: `${site}/token/${secret}.js` };
  await post([{ ...violation(changes, `${site}/reset/${secret}`), user_agent: `Mozilla password=${secret}` }]);
  const remedies = expect.stringContaining(`"'sha256-a'"`) as string;
  const begins = expect.stringMatching(/^token=[^\n]*$/) as string;
  expect(reported()).toMatchObject([{ blocked: 'inline', remedies, begins, path: '/reset/[masked]' }]);
  const written = JSON.stringify(reported()) + receiver.arrivals.map(({ bytes }) => bytes.toString()).join('');
  expect(written).not.toContain(secret);
});

const odd = ['\ud800', '\u202e\u001b[31m', '{"msg":"x"}\n', 'https://a:b@candor.test/?password=hunter2', '__proto__'];
const webUrl = fc.webUrl({ withQueryParameters: true, withFragments: true });
const hostileText = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...odd), webUrl);
const inSite = hostileText.map((text) => `${site}/${text}`);
const any = fc.oneof(hostileText, fc.double(), fc.constant(null), fc.object());
const hostileReport = fc.record(
  {
    type: fc.constantFrom('csp-violation', 'crash', 'other'),
    url: fc.oneof(any, inSite),
    age: any,
    user_agent: any,
    body: fc.record({
      ...{ effectiveDirective: fc.oneof(any, fc.constant('img-src')), blockedURL: any, sourceFile: any },
      ...{ lineNumber: any, disposition: any, sample: any, reason: any },
    }),
  },
  { requiredKeys: ['type', 'url', 'body'] },
);

const knownFields =
  'begins blocked column directive disposition dropped environment event level limit line msg path per reason release ' +
  'remedies repeats retryAfterSeconds route source state time type';

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

test('no text of a report makes anything but a line and an event of known fields and short, visible texts', async () => {
  const { post, lines, events } = await setUp();
  const long = `${site}/\u202e\ud800\u001b[31m{"msg":"x"}${'é'.repeat(3_000)}`;
  await post([violation({ sourceFile: long, blockedURL: `https://${'x'.repeat(3_000)}` }, long)]);
  const reports = fc.array(hostileReport, { minLength: 1, maxLength: 9 });
  const posting = fc.asyncProperty(reports, async (all) => void (await post([...all, crash()])));
  await fc.assert(posting, { numRuns: 100 });
  expect(events().length).toBeGreaterThan(1);
  const texts = [...lines, ...events()].flatMap((one) => textsIn(one));
  const visible = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{0,600}$/u;
  expect(texts.filter((text) => !visible.test(text) || text.includes('hunter2'))).toEqual([]);
  expect(knownFields.split(' ')).toEqual(expect.arrayContaining(lines.flatMap((line) => Object.keys(line))));
});
