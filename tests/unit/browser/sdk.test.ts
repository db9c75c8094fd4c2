// @vitest-environment happy-dom
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { Report } from '../../../candor/src/browser/report';
import type { SdkOptions } from '../../../candor/src/shared/define-sdk-options';
import { stateOf } from '../../../candor/src/screens/event-state';
import { missing } from '../../../candor/src/internals/browser/patch';
import { takeConsole } from '../../support/quiet-console';
import { json, networks, openBrowser, type Network, type Page, type Post } from './browser-of-pages';
import { fillStorage, forbidStorage, keyOf, storedFor } from './make-reports';

// Node would resolve this to the server's SDK.
vi.mock('@sentry/nextjs', () => vi.importActual('@sentry/browser'));

const options = vi.hoisted<SdkOptions>(() => ({}));
vi.mock('../../../candor/src/options/none', () => ({ default: options }));

const { stack } = new Error();
const equalError = () => Object.assign(new Error('x'), { stack });
const idsOf = (posts: Post[]) => posts.map(({ event }) => event.event_id);
const extras = (posts: Post[]) => posts.map(({ event }) => event.extra);

test('each report is sent once, or stored, or dropped for a named reason', async () => {
  const storages = { there: () => {}, full: fillStorage, forbidden: forbidStorage };
  const step = fc.record({
    name: fc.constantFrom('open', 'fail', 'fail', 'fail', 'close', 'network', 'storage', 'pass'),
    page: fc.nat(3),
    network: fc.constantFrom(...(Object.keys(networks) as Network[])),
    storage: fc.constantFrom(...(Object.keys(storages) as (keyof typeof storages)[])),
    seconds: fc.constantFrom(0, 3, 20, 90),
  });
  const storage = localStorage;
  let sent = 0;

  async function run(steps: (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]) {
    const lookUp = vi.spyOn(globalThis, 'localStorage', 'get').mockReturnValue(storage);
    storage.clear();
    const browser = openBrowser();
    const all: Page[] = [browser.open()];
    let open = [...all];
    let reports: Report[] = [];
    const isNamed = ({ eventId }: Report) =>
      all.some(({ reporter }) => /dropped|off/.test(stateOf(eventId, reporter).state));
    const unsettled = () => reports.filter((report) => !browser.accepted.has(report.eventId) && !isNamed(report));

    for (const { name, page, network, storage: mode, seconds } of steps) {
      const chosen = open[page % open.length];
      if (name === 'open') all.push((open[open.length] = browser.open()));
      if (name === 'fail' && chosen) reports.push(chosen.fail(new Error(`${reports.length}`)));
      if (name === 'close' && chosen) {
        chosen.close();
        open = open.filter((each) => each !== chosen);
        // Nothing could keep what was stored nowhere.
        reports = reports.filter(({ isStored, eventId }) => isStored || !chosen.reporter.states.has(eventId));
      }
      if (name === 'network') browser.network = network;
      if (name === 'storage') {
        lookUp.mockReturnValue(storage);
        storages[mode]();
      }
      await browser.pass(name === 'pass' ? seconds : 0);
      const lost = unsettled().filter((report) => report.isStored && storage.getItem(keyOf(report)) === null);
      expect({ lost, twice: browser.sentTwice }).toEqual({ lost: [], twice: [] });
    }
    lookUp.mockReturnValue(storage);
    browser.network = 'sends';
    open.push(browser.open());
    await browser.pass(600);
    expect({ unsettled: unsettled(), twice: browser.sentTwice, left: { ...storage } }).toEqual({
      unsettled: [],
      twice: [],
      left: {},
    });
    sent += browser.accepted.size;
    takeConsole('warn');
  }

  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 40 }), run), { numRuns: 100 });
  expect(sent).toBeGreaterThan(100);
}, 60_000);

test('an event has the state that the server gives it, and the time that it took', async () => {
  const browser = openBrowser('limits');
  const { reporter, fail } = browser.open();
  const stored = fail(new Error('stored'));
  forbidStorage();
  const held = fail(new Error('held'));
  const states = () => [stored, held].map(({ eventId }) => stateOf(eventId, reporter));
  await browser.pass(2);
  expect(states()).toEqual([{ state: 'queued' }, { state: 'sending' }]);
  browser.network = 'sends';
  held.at = new Date(Date.now() + 3_600_000); // The clock is set back.
  await browser.pass(60);
  expect(states()).toEqual([
    { state: 'sent', afterMs: 30_000 },
    { state: 'sent', afterMs: 0 },
  ]);
  takeConsole('warn');
});

test.each<[isSent: boolean, states: string[]]>([
  [false, ['sent']],
  [false, ['queued']],
  [false, ['off']],
  [false, ['sending', 'sending', 'sent']],
  [true, ['unknown']],
  [true, ['sending']],
])('a report of a closed page is sent (%s) where the site says of its event: %j', async (isSent, states) => {
  const browser = openBrowser('loses responses');
  const closed = browser.open();
  const report = closed.fail(new Error('x'));
  closed.close();
  browser.network = 'sends';
  browser.stateOf = () => ({ state: states.length > 1 ? states.shift() : states[0] });
  browser.open();
  await browser.pass(60);
  expect(idsOf(browser.posts)).toEqual(isSent ? [report.eventId] : []);
  expect(storedFor(report)).toBeUndefined();
  takeConsole('warn');
});

test('settings that cannot be read are asked for again, after pauses that double up to a minute', async () => {
  const browser = openBrowser('fails');
  const { reporter, fail } = browser.open();
  const { eventId } = fail(new Error('x'));
  const asked = () => vi.mocked(fetch).mock.calls.length;
  await browser.pass(0);
  for (const [tries, seconds] of [1, 2, 4, 8, 16, 32, 60, 60].entries()) {
    expect([asked(), stateOf(eventId, reporter)]).toEqual([tries + 1, { state: 'queued' }]);
    await browser.pass(seconds);
  }
  const bodies = [{}, [], { reporting: 'maybe', environment: 'x' }, { reporting: 'on', environment: 5 }];
  for (const body of bodies) {
    vi.mocked(fetch).mockImplementationOnce(async () => Response.json(body));
    await browser.pass(60);
  }
  expect(browser.posts).toEqual([]);
  expect(takeConsole('warn'), 'once').toEqual([expect.stringContaining('/monitoring responded with 503')]);
  browser.network = 'sends';
  await browser.pass(60);
  expect(idsOf(browser.posts)).toEqual([eventId]);
});

test('an error that comes 10,000 times before the SDK is there is one event, which says how often it came again', async () => {
  const browser = openBrowser();
  const { fail } = browser.open();
  for (let count = 0; count < 10_000; count += 1) fail(equalError(), 'error');
  expect(localStorage).toHaveLength(1);
  await browser.pass(60);
  expect(extras(browser.posts)).toEqual([{ repeats: 9_999 }]);
});

test('an error that goes on is one event, and then one a minute, and one when the page ends, that say how often it came', async () => {
  const browser = openBrowser();
  const { fail } = browser.open();
  for (let second = 0; second < 180; second += 1) {
    fail(equalError(), 'error');
    await browser.pass(1);
  }
  expect(extras(browser.posts)).toEqual([undefined, ...[59, 60, 60].map((repeats) => ({ repeats }))]);
  expect(new Set(idsOf(browser.posts)).size).toBe(4);
  browser.network = 'hangs';
  for (const thrown of [equalError(), equalError()]) fail(thrown, 'error');
  dispatchEvent(new Event('pagehide'));
  expect(Object.values({ ...localStorage }).join()).toContain('"repeats":2');
});

test('an event that cannot be made, or that nobody wants, is dropped for a reason, the latter counted, and the next is sent', async () => {
  Object.assign(options, { ignoreErrors: ['of no interest'] });
  const browser = openBrowser();
  const { reporter, fail } = browser.open();
  const broken = fail('bad');
  broken.breadcrumbs = 7 as never;
  const all = [broken, fail('Script error.', 'error'), fail(new Error('of no interest')), fail(new Error('good'))];
  await browser.pass(1);
  expect(all.map(({ eventId }) => stateOf(eventId, reporter))).toEqual([
    { state: 'dropped', reason: 'the reporter failed' },
    { state: 'dropped', reason: 'a script of another site' },
    { state: 'dropped', reason: 'it matches ignoreErrors' },
    { state: 'sent', afterMs: expect.any(Number) },
  ]);
  expect(browser.counted).toEqual(['a script of another site', 'it matches ignoreErrors']);
  expect(takeConsole('warn')).toEqual([expect.stringContaining('The error reporter failed.')]);
});

test.each([
  ['a 503', json(503, {}), 1],
  ['a 429', json(429, {}), 1],
  ['a page of a proxy', () => new Response('<html>', { status: 502 }), 1],
  ['a page of a network that wants a sign-in', () => new Response('<html>'), 1],
  ['a pause that is asked for', json(503, {}, { 'Retry-After': '30' }), 30],
  ['a long one', json(429, {}, { 'Retry-After': '3600' }), 3_600],
  // A timer of NaN or of more than 2^31 ms ends at once: the browser would send without any pause.
  ['a date', json(503, {}, { 'Retry-After': 'Wed, 21 Oct 2026 07:28:00 GMT' }), 1],
  ['one that is too long', json(503, {}, { 'Retry-After': '9999999' }), 1],
  ['one without an end', json(503, {}, { 'Retry-After': 'Infinity' }), 1],
])('the same bytes are posted again after %s', async (_, answer, seconds) => {
  const browser = openBrowser();
  browser.answers = [answer];
  browser.open().fail(new Error('x'));
  await browser.pass(seconds - 0.01);
  expect(browser.posts).toHaveLength(1);
  await browser.pass(0.01);
  const [first, second] = browser.posts;
  expect(second?.init.body).toEqual(first?.init.body);
});

test('the pauses between posts double, up to a minute', async () => {
  const browser = openBrowser();
  browser.answers = Array(8).fill(json(503, {})) as (() => Response)[];
  browser.open().fail(new Error('x'));
  await browser.pass(600);
  const pauses = browser.posts.map(({ at }, index) => (at - (browser.posts[index - 1]?.at ?? at)) / 1_000);
  expect(pauses).toEqual([0, 1, 2, 4, 8, 16, 32, 60, 60]);
});

test('four requests are in flight, 200 envelopes wait beside them, and the oldest of more is dropped', async () => {
  const browser = openBrowser('limits');
  browser.answers = Array(4).fill(json(429, {}, { 'Retry-After': '3600' })) as (() => Response)[];
  const { reporter, fail } = browser.open();
  const reports: Report[] = [];
  for (let count = 0; count < 205; count += 1) {
    reports.push(fail(new Error(`${count}`)));
    await browser.pass(0);
  }
  const dropped = { state: 'dropped', reason: 'too many were waiting' };
  expect([4, 204].map((at) => stateOf(reports[at]!.eventId, reporter))).toEqual([dropped, { state: 'sending' }]);
  await browser.pass(3_599);
  expect(browser.posts).toHaveLength(4);
  browser.network = 'sends';
  await browser.pass(60);
  expect([browser.accepted.size, localStorage.length]).toEqual([204, 0]);
});

// Browsers reject more than 64 KiB in flight, and four requests are in flight at once.
test.each([
  ['a small one', 'x', true],
  ['16 KiB', 'x'.repeat(16 * 1024), false],
  ['8 Ki characters of 2 bytes each', 'ü'.repeat(8 * 1024), false],
])('a request outlives its page where there is room for it: %s', async (_, message, keepalive) => {
  const browser = openBrowser();
  browser.open().fail(new Error(message));
  await browser.pass(1);
  expect(browser.posts[0]?.init).toMatchObject({ keepalive });
});

test('the first post tells what the page lacks', async () => {
  missing.clear();
  missing.add('page-fetch');
  const browser = openBrowser();
  const { fail } = browser.open();
  for (const message of ['1', '2']) fail(new Error(message));
  await browser.pass(1);
  expect(browser.posts.map(({ init }) => init.headers)).toEqual([{ 'Candor-Missing': 'page-fetch' }, {}]);
});
