// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createHold, type Outage } from '../../../candor/src/browser/create-hold';
import { outages } from '../../../candor/src/browser/outages';
import { browserReporter } from '../../../candor/src/browser/reporter';
import { takeConsole } from '../../support/quiet-console';
import { happyDOM, muteHappyDom } from './serve-page';

const lost = () => new TypeError('Failed to fetch');
const badGateway = () => new Response('', { status: 502, headers: { 'Content-Type': 'text/html' } });
const ok = new Response('ok');
const sendsOk = async () => ok;

function setUp() {
  const shown: (Outage | undefined)[] = [];
  const probe = vi.fn(async (): Promise<Response> => Promise.reject(lost()));
  const runningRelease = vi.fn(async (): Promise<string | undefined> => CANDOR_RELEASE);
  const renew = vi.fn(() => true);
  const show = (outage: Outage | undefined) => void shown.push(outage);
  const held = createHold({ show, titleOf: ({ cause }) => `Title: ${cause}`, probe, runningRelease, renew });
  return { ...held, shown, probe, runningRelease, renew };
}

let { hold, loadChunk, sendAgain, doNotSend, shown, probe, runningRelease, renew } = setUp();
beforeEach(() => {
  vi.useFakeTimers();
  ({ hold, loadChunk, sendAgain, doNotSend, shown, probe, runningRelease, renew } = setUp());
});
const nextTry = () => vi.advanceTimersByTimeAsync(60_000);
const tenMinutes = () => vi.advanceTimersByTimeAsync(600_000);

/** Holds an action until the test calls what is returned, and asserts that it fails when it is not sent. */
function holdAction() {
  const rejected = expect(hold(lost(), sendsOk, true)).rejects.toThrow();
  return () => (doNotSend(), rejected);
}

test('repeats a navigation when the site responds, and shows the outage meanwhile', async () => {
  const send = vi.fn(sendsOk);
  const response = hold(lost(), send, false);
  await nextTry();
  probe.mockResolvedValueOnce(badGateway());
  await nextTry();
  expect(send).not.toHaveBeenCalled();
  probe.mockResolvedValue(new Response('', { status: 404 }));
  await nextTry();
  expect(await response).toBe(ok);
  expect(send).toHaveBeenCalledOnce();
  const causes = shown.map((outage) => outage?.cause);
  expect([...new Set(causes)]).toEqual(['unreachable', 'not responding', 'back', undefined]);
  expect(shown.indexOf(undefined), 'it is shown throughout').toBe(shown.length - 1);
});

test('repeats it at once when the browser is online again', async () => {
  const response = hold(lost(), sendsOk, false);
  await vi.waitFor(() => expect(shown).toHaveLength(1));
  probe.mockResolvedValue(ok);
  window.dispatchEvent(new Event('online'));
  expect(await response).toBe(ok);
});

test('a navigation that fails while the site responds is not held', async () => {
  probe.mockResolvedValue(ok);
  const thrown = lost();
  await expect(hold(thrown, sendsOk, false)).rejects.toBe(thrown);
  expect(shown).toEqual([]);
});

test('a navigation that a proxy responds to is repeated once if the site responds, and then fails alone', async () => {
  probe.mockResolvedValue(ok);
  const [first, second] = [badGateway(), badGateway()];
  const send = vi.fn(async () => second);
  const response = hold(first, send, false);
  await tenMinutes();
  expect(await response).toBe(second);
  expect(send).toHaveBeenCalledOnce();
  expect(shown.map((outage) => outage?.cause)).toEqual(['not responding', 'back', undefined]);
});

test('a navigation is held again whose site is away again', async () => {
  probe.mockResolvedValueOnce(ok);
  const send = vi.fn(sendsOk).mockResolvedValueOnce(badGateway());
  const response = hold(badGateway(), send, false);
  await nextTry();
  expect(send).toHaveBeenCalledOnce();
  probe.mockResolvedValue(ok);
  await nextTry();
  expect(await response).toBe(ok);
});

test.each([false, true])('pauses for 45 s at most, and ends when nothing is held (an action: %s)', async (isAction) => {
  const response = hold(lost(), sendsOk, isAction);
  await tenMinutes();
  expect(probe.mock.calls.length).toBeGreaterThanOrEqual(600 / 45);
  expect(probe.mock.calls.length).toBeLessThan(60);
  probe.mockResolvedValue(ok);
  sendAgain();
  await nextTry();
  expect(await response).toBe(ok);
  const after = probe.mock.calls.length;
  await tenMinutes();
  expect(probe.mock.calls).toHaveLength(after);
});

test('never sends an action again by itself', async () => {
  probe.mockResolvedValue(ok);
  const send = vi.fn(sendsOk);
  const response = hold(lost(), send, true);
  await tenMinutes();
  expect(send).not.toHaveBeenCalled();
  expect(shown.at(-1)).toMatchObject({ cause: 'back', hasAction: true });
  sendAgain();
  expect(await response).toBe(ok);
  expect(send).toHaveBeenCalledOnce();
  expect(shown.at(-1)).toBeUndefined();
});

test('holds an action again that fails again, and says why', async () => {
  const response = hold(lost(), vi.fn(sendsOk).mockResolvedValueOnce(badGateway()), true);
  sendAgain();
  await vi.advanceTimersByTimeAsync(0);
  expect(shown.at(-1)).toMatchObject({ cause: 'not responding', hasAction: true });
  sendAgain();
  expect(await response).toBe(ok);
});

test('an action that is sent again is not waiting for a decision any more', async () => {
  let respond!: (response: Response) => void;
  const response = hold(lost(), () => new Promise((resolve) => (respond = resolve)), true);
  sendAgain();
  await vi.advanceTimersByTimeAsync(0);
  expect(shown.at(-1)).toBeUndefined();
  doNotSend();
  respond(ok);
  expect(await response).toBe(ok);
});

test('an action that is not sent rejects with its own error, which is not reported', async () => {
  const thrown = lost();
  const rejected = expect(hold(thrown, sendsOk, true)).rejects.toBe(thrown);
  doNotSend();
  await rejected;
  expect(outages.get(thrown as object)).toBe('Title: unreachable');
});

test('an action that a proxy responded to, and that is not sent, rejects with an error that is not reported', async () => {
  const response = hold(badGateway(), sendsOk, true);
  doNotSend();
  const thrown: unknown = await response.catch((error: unknown) => error);
  expect(thrown).toEqual(new Error('Title: not responding (HTTP 502).'));
  expect(outages.get(thrown as object)).toBe('Title: not responding');
});

test('decides on all actions together, and on no navigation', async () => {
  const page = hold(lost(), sendsOk, false);
  const actions = [hold(lost(), sendsOk, true), hold(lost(), sendsOk, true)];
  await vi.waitFor(() => expect(shown.length).toBe(3));
  expect(shown.at(-1)).toMatchObject({ cause: 'unreachable', hasAction: true });
  sendAgain();
  expect(await Promise.all(actions)).toEqual([ok, ok]);
  expect(shown.at(-1)).toMatchObject({ cause: 'unreachable', hasAction: false });
  doNotSend();
  probe.mockResolvedValue(ok);
  await nextTry();
  expect(await page).toBe(ok);
});

test('an action that waits beside a navigation learns that the site can be reached again', async () => {
  const action = hold(lost(), sendsOk, true);
  const page = hold(lost(), sendsOk, false);
  await nextTry();
  probe.mockResolvedValue(ok);
  await nextTry();
  expect(await page).toBe(ok);
  expect(shown.at(-1)).toMatchObject({ cause: 'back', hasAction: true });
  sendAgain();
  expect(await action).toBe(ok);
});

test.each([
  ['a response of the site', ok],
  ['an abortion', new DOMException('aborted', 'AbortError')],
])('passes %s on', async (_, outcome) => {
  expect(await hold(outcome, sendsOk, true).catch((thrown: unknown) => thrown)).toBe(outcome);
  expect(shown).toEqual([]);
});

test('a navigation that is held while the site is found to respond is repeated too', async () => {
  const endAction = holdAction();
  let respond!: (response: Response) => void;
  probe.mockReturnValueOnce(new Promise((resolve) => (respond = resolve)));
  await nextTry();
  const page = hold(lost(), sendsOk, false);
  await vi.waitFor(() => expect(shown).toHaveLength(2));
  probe.mockResolvedValue(ok);
  respond(ok);
  await nextTry();
  expect(await page).toBe(ok);
  await endAction();
});

test('a site that does not respond to a probe in time cannot be reached', async () => {
  probe.mockRejectedValue(new DOMException('signal timed out', 'TimeoutError'));
  const endAction = holdAction();
  await nextTry();
  expect(probe).toHaveBeenCalled();
  expect(shown.at(-1)).toMatchObject({ cause: 'unreachable', hasAction: true });
  await endAction();
});

test('a site behind a proxy can be reached again only when it responds itself', async () => {
  probe.mockResolvedValue(badGateway());
  const endAction = holdAction();
  await nextTry();
  expect(shown.at(-1)).toMatchObject({ cause: 'not responding', hasAction: true });
  probe.mockResolvedValue(new Response('', { status: 404 }));
  await nextTry();
  expect(shown.at(-1)).toMatchObject({ cause: 'back', hasAction: true });
  await endAction();
});

const ofNext = (body: BodyInit | null = 'x') => new Response(body, { headers: { 'Content-Type': 'text/x-component' } });
const elsewhere = (status: number, type = 'text/html') =>
  new Response('', { status, headers: { 'Content-Type': type } });
const settled = () => vi.advanceTimersByTimeAsync(1_000);

test.each([
  [413, false],
  [403, true],
  [429, true],
  [200, true],
])(
  'an action that something else answers with %i waits for the visitor, and may be sent again: %s',
  async (status, canBeSent) => {
    const report = vi.spyOn(browserReporter, 'report');
    history.replaceState(null, '', '/orders?secret');
    const rejected = expect(hold(elsewhere(status), sendsOk, true)).rejects.toThrow(`Title: refused (HTTP ${status}).`);
    await settled();
    expect(shown.at(-1)).toEqual({ cause: 'refused', hasAction: true, canBeSent, status });
    const message = `POST /orders was answered ${status} (text/html) before it reached the application`;
    expect(report).toHaveBeenCalledExactlyOnceWith({
      event: { message, level: 'warning', tags: { origin: 'on the way' }, fingerprint: [message] },
    });
    doNotSend();
    await rejected;
    expect(shown.at(-1)).toBeUndefined();
  },
);

test('an action that is refused and sent again has the response of the site', async () => {
  vi.spyOn(browserReporter, 'report');
  const response = hold(elsewhere(429), sendsOk, true);
  await settled();
  sendAgain();
  expect(await response).toBe(ok);
});

const cutAfter = (bytes: string) => {
  let isBegun = false;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isBegun) controller.error(new TypeError('network error'));
      else controller.enqueue(new TextEncoder().encode(bytes));
      isBegun = true;
    },
  });
};

test('the body of an action that breaks off ends when the visitor says so, with an error that is not reported', async () => {
  const response = await hold(ofNext(cutAfter('begun')), sendsOk, true);
  const thrown = response.body?.getReader();
  const first = await thrown?.read();
  expect(new TextDecoder().decode(first?.value)).toBe('begun');
  const rest = expect(thrown?.read()).rejects.toSatisfy((error) => outages.get(error as object) === 'Title: cut');
  await settled();
  expect(shown.at(-1)).toEqual({ cause: 'cut', hasAction: true, canBeSent: false });
  doNotSend();
  await rest;
  expect(shown.at(-1)).toBeUndefined();
});

test('the body of a navigation that breaks off is an outage at once', async () => {
  const cut = (await hold(ofNext(cutAfter('begun')), sendsOk, false)).body?.getReader();
  await cut?.read();
  const rest = expect(cut?.read()).rejects.toSatisfy((error) => outages.has(error as object));
  await settled();
  await rest;
  expect(shown).toEqual([]);
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

test('an action that another build lacks waits for the newer page; of the same build it is a failure', async () => {
  const lacking = (release?: string) =>
    new Response('', {
      status: 404,
      headers: { 'x-nextjs-action-not-found': '1', ...(release && { 'Candor-Release': release }) },
    });
  const same = lacking();
  expect(await hold(same, sendsOk, true)).toBe(same);
  expect(runningRelease).toHaveBeenCalledOnce();
  let isSettled = false;
  void hold(lacking('newer'), sendsOk, true).finally(() => (isSettled = true));
  await settled();
  expect(shown).toEqual([{ cause: 'outdated', hasAction: false, canBeSent: false }]);
  expect([isSettled, renew.mock.calls.length]).toEqual([false, 1]);
});

test('where the page was renewed already, an action that another build lacks is a failure', async () => {
  renew.mockReturnValue(false);
  runningRelease.mockResolvedValue('newer');
  const gone = new Response('', { status: 404, headers: { 'x-nextjs-action-not-found': '1' } });
  expect(await hold(gone, sendsOk, true)).toBe(gone);
  expect(shown).toEqual([]);
});

describe('a chunk', () => {
  const url = `${location.origin}/_next/static/chunks/late.js`;

  beforeEach(() => {
    happyDOM.settings.handleDisabledFileLoadingAsSuccess = true;
    probe.mockResolvedValue(ok);
  });

  /** `heard`: what its bundler hears. */
  function failChunk(html = `<script nonce="x" src="${url}"></script>`) {
    document.head.innerHTML = html;
    const chunk = document.head.firstElementChild as HTMLScriptElement;
    const heard: string[] = [];
    for (const type of ['load', 'error']) chunk.addEventListener(type, () => heard.push(type));
    loadChunk(chunk);
    return { heard, chunk };
  }

  const answers = (...outcomes: (Response | Error)[]) => {
    const send = vi.fn<typeof fetch>(async () => {
      const outcome = outcomes.length > 1 ? outcomes.shift() : outcomes[0];
      if (outcome instanceof Response) return outcome.clone();
      throw outcome;
    });
    vi.stubGlobal('fetch', send);
    return send;
  };
  const withRetryAfter = (status: number) => new Response('', { status, headers: { 'Retry-After': '20' } });

  test.each([
    ['at once', [ok]],
    ['after 429', [elsewhere(429), ok]],
    ['after 503', [elsewhere(503), ok]],
    ['after 500', [elsewhere(500), ok]],
    ['after a reset', [lost(), ok]],
  ])('that is there %s takes its place, and its bundler hears only that', async (_, outcomes) => {
    const send = answers(...outcomes);
    const { heard, chunk } = failChunk();
    await nextTry();
    expect(heard).toEqual(['load']);
    expect(document.head.lastElementChild).not.toBe(chunk);
    expect(document.head.lastElementChild?.outerHTML).toBe(chunk.outerHTML);
    expect(send.mock.calls).toEqual(Array(outcomes.length).fill([url, { cache: 'reload', mode: 'cors' }]));
    expect(renew).not.toHaveBeenCalled();
  });

  test('is asked for again after the pause that a response asks for', async () => {
    const send = answers(withRetryAfter(429), ok);
    failChunk();
    await vi.advanceTimersByTimeAsync(19_000);
    expect(send).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(send).toHaveBeenCalledTimes(2);
  });

  test.each([elsewhere(429), lost()])(
    'that stays away while the site responds fails after a few tries',
    async (outcome) => {
      const send = answers(outcome);
      const { heard } = failChunk();
      await tenMinutes();
      expect(heard).toEqual(['error']);
      expect(send.mock.calls.length).toBeLessThan(10);
      expect(shown.at(-1)).toBeUndefined();
    },
  );

  test('waits as long as the site cannot be reached, and the visitor reads so', async () => {
    probe.mockRejectedValue(lost());
    answers(lost());
    const { heard } = failChunk();
    await tenMinutes();
    expect(heard).toEqual([]);
    expect(shown.at(-1)).toMatchObject({ cause: 'unreachable', hasAction: false });
    probe.mockResolvedValue(ok);
    answers(ok);
    await nextTry();
    expect(heard).toEqual(['load']);
    expect(shown.at(-1)).toBeUndefined();
  });

  test('that this build lacks fails at once, and of another build waits for the newer page', async () => {
    answers(elsewhere(404));
    const same = failChunk();
    await settled();
    expect(same.heard).toEqual(['error']);
    const send = answers(new Response('', { status: 404, headers: { 'Candor-Release': 'newer' } }));
    const gone = failChunk();
    await tenMinutes();
    expect(gone.heard).toEqual([]);
    expect(send, 'another instance may have it').toHaveBeenCalledTimes(2);
    expect([renew.mock.calls.length, shown.at(-1)?.cause]).toEqual([1, 'outdated']);
  });

  test('that this build lacks after a link was followed opens the address of the link', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    document.body.innerHTML = '<a href="/docs?page=2"><b>Docs</b></a>';
    document.querySelector('b')?.click();
    answers(elsewhere(404));
    const { heard } = failChunk();
    await settled();
    expect([assign.mock.calls, heard]).toEqual([[[`${location.origin}/docs?page=2`]], []]);
    document.body.click();
  });

  test('a stylesheet that is loaded again counts where it stood', async () => {
    answers(ok);
    failChunk(`<link rel="stylesheet" href="${url}"><link rel="stylesheet" href="/later.css">`);
    const later = document.head.lastElementChild;
    await settled();
    expect(document.head.children).toHaveLength(3);
    expect(document.head.lastElementChild).toBe(later);
  });

  test('a copy that fails too is a failed chunk', async () => {
    answers(ok);
    happyDOM.settings.handleDisabledFileLoadingAsSuccess = false;
    muteHappyDom();
    const { heard } = failChunk();
    await settled();
    expect(heard).toEqual(['error']);
  });

  test('where no element can take its place, the bundler hears of it', async () => {
    answers(ok);
    const { heard } = failChunk();
    vi.spyOn(document, 'createElement').mockImplementation(() => {
      throw new Error('broken');
    });
    await settled();
    expect(heard).toEqual(['error']);
    expect(takeConsole('warn')).toEqual([expect.stringContaining('broken')]);
  });
});
