// @vitest-environment happy-dom
import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { OutageHold, type Outage } from '../../../candor/src/browser/outage-hold';
import { outages } from '../../../candor/src/browser/outages';
import { browserReporter } from '../../../candor/src/browser/reporter';
import { takeConsole } from '../../support/quiet-console';
import { happyDOM, muteHappyDom } from './serve-page';

const lost = () => new TypeError('Failed to fetch');
const elsewhere = (status: number, headers: HeadersInit = { 'Content-Type': 'text/html' }) =>
  new Response('', { status, headers });
const [badGateway, badAgain, ofSite404, gone] = [elsewhere(502), elsewhere(502), elsewhere(404), lost()];
const aborted = new DOMException('Failed to fetch', 'AbortError'); // Its name says so, whatever its words.
const timedOut = new DOMException('signal timed out', 'TimeoutError');
const ok = new Response('ok');
const sendsOk = async () => ok;

function setUp() {
  const shown: (Outage | undefined)[] = [];
  const probe = vi.fn(async (): Promise<Response> => Promise.reject(lost()));
  const runningRelease = vi.fn(async (): Promise<string | undefined> => CANDOR_RELEASE);
  const renew = vi.fn(() => true);
  const show = (outage: Outage | undefined) => void shown.push(outage);
  const held = new OutageHold({ show, titleOf: ({ cause }) => `Title: ${cause}`, probe, runningRelease, renew });
  return { ...held, shown, probe, runningRelease, renew };
}

let { hold, loadChunk, sendAgain, doNotSend, shown, probe, runningRelease, renew } = setUp();
beforeEach(() => {
  vi.useFakeTimers();
  ({ hold, loadChunk, sendAgain, doNotSend, shown, probe, runningRelease, renew } = setUp());
});
const nextTry = () => vi.advanceTimersByTimeAsync(60_000);
const tenMinutes = () => vi.advanceTimersByTimeAsync(600_000);
const settled = () => vi.advanceTimersByTimeAsync(200); // Before the first probe, and after the visitor may have left.

/** Gives these in turn, and then the last of them again and again. */
const inTurn = (...outcomes: unknown[]) => {
  return async (): Promise<Response> => {
    const outcome = outcomes.length > 1 ? outcomes.shift() : outcomes[0];
    if (!(outcome instanceof Response)) throw outcome;
    return outcome;
  };
};

test.each<[what: string, outcome: unknown, probes: unknown[], sent: Response[], end: unknown, causes: string]>([
  ['waits for the site', gone, [timedOut, badGateway, ofSite404], [ok], ok, 'unreachable,not responding,back,'],
  ['fails while the site responds', gone, [ok], [], gone, ''],
  ['of a proxy is repeated once, and fails alone', badGateway, [ok], [badAgain], badAgain, 'not responding,back,'],
  ['is held again', badGateway, [ok, gone, ok], [badAgain, ok], ok, 'not responding,back,'],
  ['that the site responds to is passed on', ok, [], [], ok, ''],
  ['that Next has aborted is passed on', aborted, [], [], aborted, ''],
])('a navigation %s', async (_, outcome, probes, responses, end, causes) => {
  probe.mockImplementation(inTurn(...probes));
  const send = vi.fn(inTurn(...responses));
  const held = hold(outcome, send, false).catch((thrown: unknown) => thrown);
  await tenMinutes();
  expect(await held).toBe(end);
  expect(send).toHaveBeenCalledTimes(responses.length);
  const all = shown.map((outage) => outage?.cause);
  expect([...new Set(all)].join()).toBe(causes);
  if (causes) expect(all.indexOf(undefined), 'it is shown throughout').toBe(all.length - 1);
});

test('a navigation is repeated once the site is back, an action only when the visitor says so, and both are shown', async () => {
  const step = fc.constantFrom('navigate', 'act', 'act', 'up', 'down', 'send', 'do not send', 'pass', 'go online');
  const actionsOf = (all: Sent[]) => all.filter(({ isAction, end }) => isAction && end === undefined);
  type Sent = { isAction: boolean; isAlone: boolean; sends: number; permitted: number; end?: unknown };

  async function run(steps: string[]) {
    let isUp = false;
    const all: Sent[] = [];
    const answer = async () => (isUp ? ok : Promise.reject(lost()));
    const { hold, sendAgain, doNotSend, shown, probe } = setUp();
    probe.mockImplementation(answer);
    const start = (isAction: boolean) => {
      const sent: Sent = { isAction, isAlone: isUp, sends: 0, permitted: 0 };
      const send = () => {
        sent.sends += 1;
        return answer();
      };
      all.push(sent);
      void hold(lost(), send, isAction).then(...Array(2).fill((end: unknown) => (sent.end = end)));
    };
    const acts: Record<string, () => unknown> = {
      navigate: () => start(false),
      act: () => start(true),
      up: () => (isUp = true),
      down: () => (isUp = false),
      send() {
        for (const action of actionsOf(all)) action.permitted += 1;
        sendAgain();
      },
      'do not send': doNotSend,
      pass: nextTry,
      'go online': () => window.dispatchEvent(new Event('online')),
    };
    for (const name of [...steps, 'up', 'pass', 'pass']) {
      const wasBack = shown.at(-1)?.cause === 'back'; // Until the visitor has decided, nothing more is asked for.
      await acts[name]?.();
      await vi.advanceTimersByTimeAsync(0);
      const waiting = all.filter(({ end }) => end === undefined);
      const hasAction = actionsOf(all).length > 0;
      if (isUp && /^(pass|go online)$/.test(name)) expect(waiting.filter(({ isAction }) => !isAction)).toEqual([]);
      expect(all.filter(({ isAction, sends, permitted }) => isAction && sends !== permitted)).toEqual([]);
      expect(shown.at(-1)?.hasAction).toBe(waiting.length > 0 ? hasAction : undefined);
      if (name === 'do not send') expect(hasAction).toBe(false);
      if (name === 'pass' && hasAction) expect(shown.at(-1)?.cause).toBe(isUp || wasBack ? 'back' : 'unreachable');
    }
    // One that alone fails is not held.
    expect(all.filter(({ isAction, isAlone, end }) => !isAction && !isAlone && end !== ok)).toEqual([]);
    await acts.send?.();
    await vi.advanceTimersByTimeAsync(0);
    expect([actionsOf(all), shown.at(-1)]).toEqual([[], undefined]);
    const probes = probe.mock.calls.length;
    await tenMinutes();
    expect(probe.mock.calls).toHaveLength(probes);
  }

  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 20 }), run), { numRuns: 100 });
});

test('an action that is sent again waits for no decision until it fails again, under its new cause', async () => {
  vi.spyOn(browserReporter, 'report');
  const responds: ((response: Response) => void)[] = [];
  const response = hold(elsewhere(429), () => new Promise((resolve) => void responds.push(resolve)), true);
  await settled();
  sendAgain();
  await settled();
  expect(shown.at(-1)).toBeUndefined();
  doNotSend();
  responds[0]?.(badGateway);
  await settled();
  expect(shown.at(-1)).toMatchObject({ cause: 'not responding', hasAction: true });
  sendAgain();
  await settled();
  responds[1]?.(ok);
  expect(await response).toBe(ok);
});

test.each([false, true])('pauses for 45 s at most while something is held (an action: %s)', async (isAction) => {
  void hold(lost(), sendsOk, isAction).catch(() => {});
  await tenMinutes();
  expect(probe.mock.calls.length).toBeGreaterThanOrEqual(600 / 45);
  expect(probe.mock.calls.length).toBeLessThan(60);
});

const ofNext = (body: BodyInit | null = 'x') => new Response(body, { headers: { 'Content-Type': 'text/x-component' } });

test.each<[outcome: unknown, outage: Partial<Outage>, message: string]>([
  [gone, { cause: 'unreachable', canBeSent: true }, 'Failed to fetch'],
  [badGateway, { cause: 'not responding', canBeSent: true }, 'Title: not responding (HTTP 502).'],
  [elsewhere(413), { cause: 'refused', canBeSent: false, status: 413 }, 'Title: refused (HTTP 413).'],
  [elsewhere(429), { cause: 'refused', canBeSent: true, status: 429 }, 'Title: refused (HTTP 429).'],
  [elsewhere(200), { cause: 'refused', canBeSent: true, status: 200 }, 'Title: refused (HTTP 200).'],
])('the visitor decides about an action that got %o: its outage is %j', async (outcome, outage, message) => {
  const report = vi.spyOn(browserReporter, 'report');
  history.replaceState(null, '', '/orders?secret');
  const response = hold(outcome, sendsOk, true).catch((reason: unknown) => reason);
  await settled();
  expect(shown.at(-1)).toEqual({ hasAction: true, ...outage });
  doNotSend();
  const thrown = (await response) as Error;
  expect([thrown.message, outages.get(thrown)]).toEqual([message, `Title: ${outage.cause}`]);
  if (outcome === gone) expect(thrown).toBe(gone);
  expect(shown.at(-1)).toBeUndefined();
  const warning = `POST /orders was answered ${outage.status} (text/html) before it reached the application`;
  const event = { message: warning, level: 'warning', tags: { origin: 'on the way' }, fingerprint: [warning] };
  expect(report.mock.calls).toEqual(outage.cause === 'refused' ? [[{ event }]] : []);
});

test.each([true, false])('a body breaks off: the reader of an action (%s) hears so later', async (isAction) => {
  const sent = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('begun')),
    pull: (controller) => controller.error(new TypeError('network error')),
  });
  const body = (await hold(ofNext(sent), sendsOk, isAction)).body?.getReader();
  expect(new TextDecoder().decode((await body?.read())?.value)).toBe('begun');
  const rest = expect(body?.read()).rejects.toSatisfy((error: object) => outages.get(error) === 'Title: cut');
  await settled();
  expect(shown).toEqual(isAction ? [{ cause: 'cut', hasAction: true, canBeSent: false }] : []);
  doNotSend();
  await rest;
  expect(shown.at(-1)).toBeUndefined();
});

test('a body that is whole is read as it is, also by code that clones its response, and keeps the address', async () => {
  const ofRedirect = Object.defineProperties(ofNext('whole'), { url: { value: '/to' }, redirected: { value: true } });
  const response = await hold(ofRedirect, sendsOk, false);
  expect(await response.clone().text()).toBe('whole');
  expect(await response.text()).toBe('whole');
  expect(response).toMatchObject({ status: 200, url: '/to', redirected: true });
});

test('a response that is of another class, or cannot be read along, is passed on as it is', async () => {
  const ofLibrary = { status: 200, headers: new Headers({ 'Content-Type': 'text/x-component' }) } as Response;
  expect(await hold(ofLibrary, sendsOk, true)).toBe(ofLibrary);
  const locked = ofNext('locked');
  locked.body?.getReader();
  expect(await hold(locked, sendsOk, true)).toBe(locked);
  expect(takeConsole('warn')).toHaveLength(1);
});

test('data that ended too early is an outage, whichever code reads it', () => {
  expect(outages.get(new Error('Connection closed.'))).toBe('Could not reach this site');
  expect(outages.get(new Error('another'))).toBeUndefined();
});

test('an action that another build lacks waits for the newer page, once; of the same build it is a failure', async () => {
  const lacking = (release = {}) => elsewhere(404, { 'x-nextjs-action-not-found': '1', ...release });
  const same = lacking();
  expect(await hold(same, sendsOk, true)).toBe(same);
  expect(runningRelease).toHaveBeenCalledOnce();
  renew.mockReturnValueOnce(false);
  runningRelease.mockResolvedValueOnce('newer');
  expect(await hold(same, sendsOk, true), 'the page was renewed already').toBe(same);
  expect(shown).toEqual([]);
  let isSettled = false;
  void hold(lacking({ 'Candor-Release': 'newer' }), sendsOk, true).finally(() => (isSettled = true));
  await settled();
  expect(shown).toEqual([{ cause: 'outdated', hasAction: false, canBeSent: false }]);
  expect([isSettled, renew.mock.calls.length]).toEqual([false, 2]);
});

const url = `${location.origin}/_next/static/chunks/late.js`;
const script = `<script nonce="x" src="${url}"></script>`;
const stylesheet = `<link rel="stylesheet" href="${url}">`;
const ofNewer404 = elsewhere(404, { 'Candor-Release': 'newer' });

/** While the site responds. `heard`: what its bundler hears. */
function failChunk(html = script, isLoadedAsCopy = true) {
  happyDOM.settings.handleDisabledFileLoadingAsSuccess = isLoadedAsCopy;
  probe.mockResolvedValue(ok);
  document.head.innerHTML = html;
  const chunk = document.head.firstElementChild as HTMLScriptElement;
  const heard: string[] = [];
  for (const type of ['load', 'error']) chunk.addEventListener(type, () => heard.push(type));
  loadChunk(chunk);
  return { heard, chunk };
}

const answers = (...outcomes: unknown[]) => {
  const answer = inTurn(...outcomes);
  const send = vi.fn<typeof fetch>(async () => (await answer()).clone());
  vi.stubGlobal('fetch', send);
  return send;
};

test.each<[what: string, html: string, outcomes: unknown[], heard: string[], requests: number]>([
  ['there at once', script, [ok], ['load'], 1],
  ['there after a 503', script, [elsewhere(503), ok], ['load'], 2],
  ['there after a reset', stylesheet, [lost(), ok], ['load'], 2],
  ['refused while the site responds', script, [elsewhere(429)], ['error'], 6],
  ['reset while the site responds', script, [gone], ['error'], 6],
  ['not in this build', script, [ofSite404], ['error'], 1],
  ['not in the newer build', script, [ofNewer404], [], 2], // Another instance may have it.
])('a chunk that is %s takes its place, or its bundler hears of it', async (_, html, outcomes, expected, requests) => {
  const send = answers(...outcomes);
  const { heard, chunk } = failChunk(`${html}<link rel="stylesheet" href="/later.css">`);
  await tenMinutes();
  expect(heard).toEqual(expected);
  if (heard[0] === 'load') expect(chunk.nextElementSibling?.outerHTML).toBe(chunk.outerHTML);
  expect(send.mock.calls).toEqual(Array(requests).fill([url, { cache: 'reload', mode: 'cors' }]));
  expect([renew.mock.calls.length, shown.at(-1)?.cause]).toEqual(heard[0] ? [0, undefined] : [1, 'outdated']);
});

test('a chunk is asked for again after the pause that a response asks for', async () => {
  const send = answers(elsewhere(429, { 'Retry-After': '20' }), ok);
  failChunk();
  await vi.advanceTimersByTimeAsync(19_000);
  expect(send).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(send).toHaveBeenCalledTimes(2);
});

test('a chunk that this build lacks after a link was followed opens the address of the link', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  document.body.innerHTML = '<a href="/docs?page=2"><b>Docs</b></a>';
  document.querySelector('b')?.click();
  answers(elsewhere(404));
  const { heard } = failChunk();
  await settled();
  expect([assign.mock.calls, heard]).toEqual([[[`${location.origin}/docs?page=2`]], []]);
  document.body.click();
});

test('a chunk that fails as a copy, or whose place no element can take, has failed for its bundler', async () => {
  answers(ok);
  muteHappyDom();
  const ofCopy = failChunk(script, false);
  await settled();
  const { heard } = failChunk();
  vi.spyOn(document, 'createElement').mockImplementation(() => {
    throw new Error('broken');
  });
  await settled();
  expect([ofCopy.heard, heard]).toEqual([['error'], ['error']]);
  expect(takeConsole('warn')).toEqual([expect.stringContaining('broken')]);
});
