// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHold, type Outage } from '../../../candor/browser/create-hold';
import { outages } from '../../../candor/browser/outages';

const lost = () => new TypeError('Failed to fetch');
const badGateway = () => new Response('', { status: 502, headers: { 'Content-Type': 'text/html' } });
const ok = new Response('ok');
const rejecting = async (): Promise<Response> => Promise.reject(lost());

function setUp() {
  const shown: (Outage | undefined)[] = [];
  const probe = vi.fn<() => Promise<Response>>(rejecting);
  const held = createHold({ show: (outage) => shown.push(outage), titleOf: (cause) => `Title: ${cause}`, probe });
  return { ...held, shown, probe };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());
const nextTry = () => vi.advanceTimersByTimeAsync(60_000);

test('repeats a navigation when the site responds, and shows the outage meanwhile', async () => {
  const { hold, shown, probe } = setUp();
  const send = vi.fn(async () => ok);
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
  const { hold, shown, probe } = setUp();
  const response = hold(lost(), async () => ok, false);
  await vi.waitFor(() => expect(shown).toHaveLength(1));
  probe.mockResolvedValue(ok);
  window.dispatchEvent(new Event('online'));
  expect(await response).toBe(ok);
});

test('a navigation that fails while the site responds is not held', async () => {
  const { hold, shown, probe } = setUp();
  probe.mockResolvedValue(ok);
  const thrown = lost();
  await expect(hold(thrown, async () => ok, false)).rejects.toBe(thrown);
  expect(shown).toEqual([]);
});

test('a navigation that a proxy responds to is repeated once if the site responds, and then fails alone', async () => {
  const { hold, shown, probe } = setUp();
  probe.mockResolvedValue(ok);
  const [first, second] = [badGateway(), badGateway()];
  const send = vi.fn(async () => second);
  const response = hold(first, send, false);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(await response).toBe(second);
  expect(send).toHaveBeenCalledOnce();
  expect(shown.map((outage) => outage?.cause)).toEqual(['not responding', undefined, undefined]);
});

test('a navigation is held again whose site is away again', async () => {
  const { hold, probe } = setUp();
  probe.mockResolvedValueOnce(ok);
  const send = vi.fn(async () => ok).mockResolvedValueOnce(badGateway());
  const response = hold(badGateway(), send, false);
  await nextTry();
  expect(send).toHaveBeenCalledOnce();
  probe.mockResolvedValue(ok);
  await nextTry();
  expect(await response).toBe(ok);
});

test.each([false, true])('pauses for 45 s at most, and ends when nothing is held (an action: %s)', async (isAction) => {
  const { hold, sendAgain, probe } = setUp();
  const response = hold(lost(), async () => ok, isAction);
  await vi.advanceTimersByTimeAsync(600_000);
  const { length } = probe.mock.calls;
  expect(length).toBeGreaterThanOrEqual(600 / 45);
  expect(length).toBeLessThan(60);
  probe.mockResolvedValue(ok);
  sendAgain();
  await nextTry();
  expect(await response).toBe(ok);
  const after = probe.mock.calls.length;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(probe.mock.calls).toHaveLength(after);
});

test('never sends an action again by itself', async () => {
  const { hold, sendAgain, shown, probe } = setUp();
  probe.mockResolvedValue(ok);
  const send = vi.fn(async () => ok);
  const response = hold(lost(), send, true);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(send).not.toHaveBeenCalled();
  expect(shown.at(-1)).toEqual({ cause: undefined, hasAction: true });
  sendAgain();
  expect(await response).toBe(ok);
  expect(send).toHaveBeenCalledOnce();
  expect(shown.at(-1)).toBeUndefined();
});

test('holds an action again that fails again, and says why', async () => {
  const { hold, sendAgain, shown } = setUp();
  const send = vi.fn(async () => ok).mockResolvedValueOnce(badGateway());
  const response = hold(lost(), send, true);
  sendAgain();
  await vi.advanceTimersByTimeAsync(0);
  expect(shown.at(-1)).toEqual({ cause: 'not responding', hasAction: true });
  sendAgain();
  expect(await response).toBe(ok);
});

test('an action that is sent again is not waiting for a decision any more', async () => {
  const { hold, sendAgain, doNotSend, shown } = setUp();
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
  const { hold, doNotSend } = setUp();
  const thrown = lost();
  const response = hold(thrown, async () => ok, true);
  doNotSend();
  await expect(response).rejects.toBe(thrown);
  expect(outages.titleOf(thrown)).toBe('Title: unreachable');
});

test('an action that a proxy responded to, and that is not sent, rejects with an error that is not reported', async () => {
  const { hold, doNotSend } = setUp();
  const response = hold(badGateway(), async () => ok, true);
  doNotSend();
  const thrown: unknown = await response.catch((error: unknown) => error);
  expect(thrown).toEqual(new Error('Title: not responding (HTTP 502).'));
  expect(outages.titleOf(thrown)).toBe('Title: not responding');
});

test('decides on all actions together, and on no navigation', async () => {
  const { hold, doNotSend, sendAgain, shown, probe } = setUp();
  const page = hold(lost(), async () => ok, false);
  const actions = [hold(lost(), async () => ok, true), hold(lost(), async () => ok, true)];
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
  const { hold, sendAgain, shown, probe } = setUp();
  const action = hold(lost(), async () => ok, true);
  const page = hold(lost(), async () => ok, false);
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
  const { hold, shown } = setUp();
  const settled = hold(outcome, async () => ok, true).catch((thrown: unknown) => thrown);
  expect(await settled).toBe(outcome);
  expect(shown).toEqual([]);
});

test('a navigation that is held while the site is found to respond is repeated too', async () => {
  const { hold, doNotSend, shown, probe } = setUp();
  let respond!: (response: Response) => void;
  const rejected = expect(hold(lost(), async () => ok, true)).rejects.toThrow();
  probe.mockReturnValueOnce(new Promise((resolve) => (respond = resolve)));
  await nextTry();
  const page = hold(lost(), async () => ok, false);
  await vi.waitFor(() => expect(shown).toHaveLength(2));
  probe.mockResolvedValue(ok);
  respond(ok);
  await nextTry();
  expect(await page).toBe(ok);
  doNotSend();
  await rejected;
});

test('a site that does not respond to a probe in time cannot be reached', async () => {
  const { hold, doNotSend, shown, probe } = setUp();
  probe.mockImplementation(async () => Promise.reject(new DOMException('signal timed out', 'TimeoutError')));
  const rejected = expect(hold(lost(), async () => ok, true)).rejects.toThrow();
  await nextTry();
  expect(probe).toHaveBeenCalled();
  expect(shown.at(-1)).toEqual({ cause: 'unreachable', hasAction: true });
  doNotSend();
  await rejected;
});

test('a site behind a proxy can be reached again only when it responds itself', async () => {
  const { hold, doNotSend, shown, probe } = setUp();
  probe.mockResolvedValue(badGateway());
  const rejected = expect(hold(lost(), async () => ok, true)).rejects.toThrow();
  await nextTry();
  expect(shown.at(-1)).toEqual({ cause: 'not responding', hasAction: true });
  probe.mockResolvedValue(new Response('', { status: 404 }));
  await nextTry();
  expect(shown.at(-1)).toEqual({ cause: undefined, hasAction: true });
  doNotSend();
  await rejected;
});
