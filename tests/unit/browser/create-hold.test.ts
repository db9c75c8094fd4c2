// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { createHold, type Outage } from '../../../candor/src/browser/create-hold';
import { outages } from '../../../candor/src/browser/outages';

const lost = () => new TypeError('Failed to fetch');
const badGateway = () => new Response('', { status: 502, headers: { 'Content-Type': 'text/html' } });
const ok = new Response('ok');
const sendsOk = async () => ok;

function setUp() {
  const shown: (Outage | undefined)[] = [];
  const probe = vi.fn(async (): Promise<Response> => Promise.reject(lost()));
  const held = createHold({ show: (outage) => shown.push(outage), titleOf: (cause) => `Title: ${cause}`, probe });
  return { ...held, shown, probe };
}

let { hold, sendAgain, doNotSend, shown, probe } = setUp();
beforeEach(() => {
  vi.useFakeTimers();
  ({ hold, sendAgain, doNotSend, shown, probe } = setUp());
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
  expect([...new Set(causes)]).toEqual(['unreachable', 'not responding', undefined]);
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
  expect(shown.map((outage) => outage?.cause)).toEqual(['not responding', undefined, undefined]);
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
  expect(shown.at(-1)).toEqual({ cause: undefined, hasAction: true });
  sendAgain();
  expect(await response).toBe(ok);
  expect(send).toHaveBeenCalledOnce();
  expect(shown.at(-1)).toBeUndefined();
});

test('holds an action again that fails again, and says why', async () => {
  const response = hold(lost(), vi.fn(sendsOk).mockResolvedValueOnce(badGateway()), true);
  sendAgain();
  await vi.advanceTimersByTimeAsync(0);
  expect(shown.at(-1)).toEqual({ cause: 'not responding', hasAction: true });
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
  expect(shown.at(-1)).toEqual({ cause: 'unreachable', hasAction: true });
  sendAgain();
  expect(await Promise.all(actions)).toEqual([ok, ok]);
  expect(shown.at(-1)).toEqual({ cause: 'unreachable', hasAction: false });
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
  expect(shown.at(-1)).toEqual({ cause: undefined, hasAction: true });
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
  expect(shown.at(-1)).toEqual({ cause: 'unreachable', hasAction: true });
  await endAction();
});

test('a site behind a proxy can be reached again only when it responds itself', async () => {
  probe.mockResolvedValue(badGateway());
  const endAction = holdAction();
  await nextTry();
  expect(shown.at(-1)).toEqual({ cause: 'not responding', hasAction: true });
  probe.mockResolvedValue(new Response('', { status: 404 }));
  await nextTry();
  expect(shown.at(-1)).toEqual({ cause: undefined, hasAction: true });
  await endAction();
});
