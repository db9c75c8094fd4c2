// @vitest-environment happy-dom
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { Report } from '../../../candor/src/browser/report';
import type { EventState } from '../../../candor/src/shared/event-state';
import type { SdkOptions } from '../../../candor/src/shared/define-sdk-options';
import { classifyTunnelResponse } from '../../../candor/src/browser/transport';
import { stateOf } from '../../../candor/src/screens/event-state';
import { takeConsole } from '../../support/quiet-console';
import { json, networks, openBrowser, type Network, type Page, type Post } from './browser-of-pages';
import { fillStorage, forbidStorage, keyOf, storedFor } from './make-reports';

// Node would resolve this to the server's SDK.
vi.mock('@sentry/nextjs', () => vi.importActual('@sentry/browser'));

const options = vi.hoisted<SdkOptions>(() => ({}));
vi.mock('../../../candor/src/options/none', () => ({ default: options }));

const idsOf = (posts: Post[]) => posts.map(({ event }) => event.event_id);
const retry = { state: 'retry' } as const;
const dropped = (reason: string) => ({ state: 'dropped', reason }) as const;

test('each report is sent once, or stored, or dropped for a named reason', async () => {
  const storage = localStorage;
  // What is there can be claimed, also when it is full: otherwise two pages may send it.
  const full = () => fillStorage((key) => storage.getItem(key) !== null);
  const storages = { there: () => {}, full, forbidden: forbidStorage };
  const step = fc.record({
    name: fc.constantFrom('open', 'fail', 'fail', 'fail', 'close', 'network', 'storage', 'pass'),
    page: fc.nat(3),
    network: fc.constantFrom(...(Object.keys(networks) as Network[])),
    storage: fc.constantFrom(...(Object.keys(storages) as (keyof typeof storages)[])),
    seconds: fc.constantFrom(0, 3, 20, 90),
  });
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
    const left = { ...storage };
    expect({ unsettled: unsettled(), twice: browser.sentTwice, left }).toEqual({ unsettled: [], twice: [], left: {} });
    sent += browser.accepted.size;
    takeConsole('warn');
  }

  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 40 }), run), { seed: 1, numRuns: 100 });
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
  const stored = fail(new Error('stored'));
  forbidStorage();
  const held = fail(new Error('held'));
  const states = () => [stored, held].map(({ eventId }) => stateOf(eventId, reporter).state);
  const asked = () => vi.mocked(fetch).mock.calls.length;
  await browser.pass(0);
  for (const [tries, seconds] of [1, 2, 4, 8, 16, 32, 60, 60].entries()) {
    expect([asked(), ...states()]).toEqual([tries + 1, 'queued', 'sending']);
    await browser.pass(seconds);
  }
  const bodies = [{}, [], { reporting: 'maybe', environment: 'x' }, { reporting: 'on', environment: 5 }];
  for (const body of bodies) {
    vi.mocked(fetch).mockImplementationOnce(async () => Response.json(body));
    await browser.pass(60);
  }
  expect(browser.posts).toEqual([]);
  const warnings = takeConsole('warn').filter((line) => !line.includes('SecurityError'));
  expect(warnings, 'once').toEqual([expect.stringContaining('/monitoring responded with 503')]);
  browser.network = 'sends';
  await browser.pass(60);
  expect(idsOf(browser.posts)).toEqual([stored.eventId, held.eventId]);
  takeConsole('warn');
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
    ...['the reporter failed', 'a script of another site', 'it matches ignoreErrors'].map(dropped),
    { state: 'sent', afterMs: expect.any(Number) },
  ]);
  expect(browser.counted).toEqual(['a script of another site', 'it matches ignoreErrors']);
  expect(takeConsole('warn')).toEqual([expect.stringContaining('The error reporter failed.')]);
});

test.each<[number, unknown, EventState | typeof retry]>([
  [200, { state: 'sent' }, { state: 'sent' }],
  [200, {}, retry],
  [200, { state: 'dropped', reason: 'known' }, dropped('known')],
  [200, { state: 'dropped' }, retry],
  [202, { state: 'queued' }, { state: 'queued' }],
  [202, {}, retry],
  [302, {}, retry],
  [404, { error: 'Reporting is off on this server.' }, { state: 'off' }],
  [404, { error: 'no such project', state: 'dropped' }, dropped('no such project')],
  [404, {}, dropped('the server responded with 404')],
  [408, { error: 'The envelope arrived too slowly.' }, retry],
  [400, { error: 'No envelope.' }, dropped('No envelope.')],
  [400, { error: { code: 7 } }, dropped('the server responded with 400')],
  [200, null, retry],
  [403, undefined, dropped('the server responded with 403')],
  [429, {}, retry],
  [500, {}, retry],
])('classifies %i with %j as %j', (status, body, state) => expect(classifyTunnelResponse(status, body)).toEqual(state));

test('the same bytes are posted again, after pauses that double up to a minute, or that a response asks for', async () => {
  const browser = openBrowser();
  const asking = (pause: string) => json(429, {}, { 'Retry-After': pause });
  // A timer of NaN or of more than 2^31 ms ends at once: the browser would send without any pause.
  const unreadable = ['Wed, 21 Oct 2026 07:28:00 GMT', '9999999', 'Infinity'].map(asking);
  const ofProxy = () => new Response('<html>', { status: 502 });
  const ofSignIn = () => new Response('<html>');
  browser.answers = [json(503, {}), asking('30'), ...unreadable, asking('3600'), ofProxy, ofSignIn, json(503, {})];
  browser.open().fail(new Error('x'));
  await browser.pass(4_000);
  const pauses = browser.posts.map(({ at }, index) => (at - (browser.posts[index - 1]?.at ?? at)) / 1_000);
  expect(pauses).toEqual([0, 1, 30, 4, 8, 16, 3_600, 60, 60, 60]);
  expect(new Set(browser.posts.map(({ init }) => String(init.body))).size).toBe(1);
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
  const states = [4, 204].map((at) => stateOf(reports[at]!.eventId, reporter));
  expect(states).toEqual([dropped('too many were waiting'), { state: 'sending' }]);
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

// patches-browser.spec.ts has what each page of the App Router says.
test.each([
  ['of the Pages Router says all that it lacks', '#__next', 'react-roots,page-fetch'],
  ['that is not one of Next’s does not lack its roots', '#other', 'page-fetch'],
])('a page %s, once', async (_, container, said) => {
  vi.resetModules();
  const { missing } = await import('../../../candor/src/internals/browser/patch');
  const { headersOfMissing } = await import('../../../candor/src/browser/transport');
  document.body.innerHTML = '<div id="other"></div><div id="__next"></div>';
  const hydrated = document.querySelector(container)!;
  Object.assign(hydrated, { __reactContainer$x: {} }); // As React marks it.
  if (container === '#other') expect(headersOfMissing()).toEqual({});
  missing.add('page-fetch');
  expect(headersOfMissing()).toEqual({ 'Candor-Missing': said });
  missing.add('sdk-calls');
  expect(headersOfMissing()).toEqual({});
  Reflect.deleteProperty(hydrated, '__reactContainer$x');
});
