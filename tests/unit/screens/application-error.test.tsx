// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { noteFeedback } from '../../../candor/src/browser/feedback-setting';
import { outages, unreachable } from '../../../candor/src/browser/outages';
import { browserReporter } from '../../../candor/src/browser/reporter';
import type { Report, SetState } from '../../../candor/src/browser/report';
import { CopyButton } from '../../../candor/src/screens/copy-button';
import { useFailure } from '../../../candor/src/screens/use-failure';
import { respondWith } from '../../support/fake-ingest';
import { takeConsole } from '../../support/quiet-console';
import { waitUntil } from '../../support/wait-until';
import { happyDOM, servePage } from '../browser/serve-page';
import { eventId, withDigest, failureScreen, showFailure } from './show-failure';
import { act, render, renderHook, waitFor, screen, userEvent } from './testing-library';
import { isEventId } from '../../../candor/src/shared/digest';
import { words } from '../../../candor/src/shared/words/en';

const sentence = (side: string, logs: string) =>
  `Application error: a ${side} exception has occurred while loading 127.0.0.1 (see the ${logs} for more information).`;
let requested: string[];
let captured: Report[];
let setState: SetState;

browserReporter.start((_, set) => {
  setState = set;
  return Promise.resolve((report) => void captured.push(report));
});
beforeEach(async () => {
  captured = [];
  ({ requested } = await servePage(respondWith(200, { event: eventId, state: 'sent' })));
});

test('a failure of the server has its digest, its sentence and the state that the server knows, and is not reported again', async () => {
  const error = withDigest();
  const { result } = renderHook(() => useFailure(error));
  expect(result.current).toEqual({
    cause: 'failed',
    side: 'server',
    title: 'Something went wrong',
    message: sentence('server-side', 'server logs'),
    reference: { label: 'Digest', id: eventId },
    event: { state: 'sending' },
    failedAt: expect.any(Date),
    retry: expect.any(Function),
    sendFeedback: undefined, // It is not known yet whether the site accepts it.
    texts: expect.any(Object),
  });
  await waitFor(() => expect(result.current.event).toMatchObject({ state: 'sent' }));
  expect({ requested, captured }).toEqual({ requested: [`/monitoring?event=${eventId}`], captured: [] });
});

test('a failure of the browser is reported once, and its facts follow its event', async () => {
  const error = new Error('broken');
  const { result, rerender } = renderHook(() => useFailure(error));
  rerender();
  await act(() => browserReporter.flush());
  expect(captured).toEqual([expect.objectContaining({ thrown: error, noticedBy: 'boundary' })]);
  const [{ eventId: id, at }] = captured as [Report];
  expect(result.current).toMatchObject({ side: 'client', reference: { label: 'Event', id }, failedAt: at });
  act(() => setState(id, { state: 'dropped', reason: 'why' }));
  expect(result.current.event).toEqual({ state: 'dropped', reason: 'why' });
});

test('a screen that has left asks for the state of its event once more at most', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  ({ requested } = await servePage(respondWith(200, { state: 'sending' })));
  const { unmount } = renderHook(() => useFailure(withDigest()));
  await act(() => waitUntil('the pause after the first response', () => vi.getTimerCount() > 0));
  unmount();
  await vi.runOnlyPendingTimersAsync();
  await waitUntil('the next response', () => requested.length === 2 && vi.getTimerCount() === 0);
});

const feedbackOf = (error: unknown) => renderHook(() => useFailure(error)).result.current.sendFeedback;

test('feedback goes to the event of the failure', async () => {
  const error = withDigest();
  const { result } = renderHook(() => useFailure(error));
  await waitFor(() => expect(result.current.event).toMatchObject({ state: 'sent' }));
  void result.current.sendFeedback?.(' I clicked. ');
  await act(() => browserReporter.flush());
  expect(captured).toMatchObject([{ about: eventId, words: 'I clicked.' }]);
});

test('there is no feedback without an event, in an outage, where the site discards it, or while reporting is off', async () => {
  const cutOff = new TypeError('Failed to fetch');
  outages.set(cutOff, unreachable);
  for (const error of [cutOff, withDigest('NEXT_OWN_DIGEST')]) expect(feedbackOf(error)).toBeUndefined();
  const { cause, reference } = renderHook(() => useFailure(cutOff)).result.current;
  expect([cause, reference, captured]).toEqual(['outage', undefined, []]);
  const error = new Error('discarded');
  for (const [response, isOffered] of [
    [{ feedback: 'off' }, false],
    [{}, true],
    [{ feedback: 'off', state: 'off' }, false],
    [null, true],
  ] as const) {
    act(() => noteFeedback(response));
    expect(feedbackOf(error) !== undefined, JSON.stringify(response)).toBe(isOffered);
  }
  await servePage(respondWith(200, { event: eventId, state: 'off' }));
  const ofServer = withDigest();
  const { result } = renderHook(() => useFailure(ofServer));
  await waitFor(() => expect(result.current.event).toMatchObject({ state: 'off' }));
  expect(result.current.sendFeedback).toBeUndefined();
});

test('retry is the one that the boundary has, and loads the page again without one', () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  const retry = vi.fn();
  renderHook(() => useFailure(withDigest('2338064195'), retry)).result.current.retry();
  expect([retry.mock.calls.length, reload.mock.calls.length]).toEqual([1, 0]);
  renderHook(() => useFailure(withDigest('2338064195'), undefined)).result.current.retry();
  expect(reload).toHaveBeenCalledTimes(1);
});

const shown = () => screen.getByRole('main').textContent;
const hasText = (text: string) => expect(screen.getByText(text)).toBeTruthy();

test('shows the digest of a server failure and the state of its event, in the words of the facts alone', async () => {
  vi.useFakeTimers({ toFake: ['Date'] }); // Two screens that are shown one after the other name one minute.
  const error = withDigest();
  const { result } = renderHook(() => useFailure(error));
  showFailure(error);
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy();
  await screen.findByRole('textbox');
  await waitFor(() => expect(result.current.texts.state).toBe('sent'));
  await waitFor(() => expect(shown()).toContain('Report: sentTime'));
  const { title, message, advice, quote, reference, again, home, ...rest } = result.current.texts;
  const { report, state, time, failedAt, copy, ask, send } = rest;
  const all = [title, message, advice, quote, reference, again, home, `${report}: ${state}${time}: ${failedAt}`];
  expect(shown()).toBe([...all, copy, ask, send].join(''));
  expect([message, reference]).toEqual([sentence('server-side', 'server logs'), `Digest: ${eventId}`]);
  expect(advice).toBe(`${words.notYours} ${words.ifSent}`);
  expect(failedAt).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
  expect(rest.toCopy).toBe(`${reference}\nTime: ${failedAt}\nHost: 127.0.0.1\nReport: sent`);
  expect(requested).toEqual([`/monitoring?event=${eventId}`, `/monitoring?event=${eventId}`]);
  expect(captured).toEqual([]);
});

test('shows an outage under its own title, without blame and reference, and reports nothing', () => {
  const error = new TypeError('Failed to fetch');
  outages.set(error, unreachable);
  showFailure(error);
  const { title, advice, ...rest } = renderHook(() => useFailure(error)).result.current.texts;
  expect([title, advice]).toEqual([words.unreachable, words.ifSent]);
  expect(rest).toMatchObject({ message: '', quote: '', reference: '', toCopy: '' });
  expect(shown()).toBe(title + advice + words.again + words.home);
  expect(captured).toEqual([]);
});

test('shows the event id of a browser failure, and captures it once under that id', async () => {
  const error = new Error('broken');
  const { container, rerender } = showFailure(error);
  rerender(failureScreen(error));
  await act(() => browserReporter.flush());
  act(() => setState(captured[0]!.eventId, { state: 'sent' }));
  await screen.findByText('sent');
  expect(captured).toEqual([expect.objectContaining({ thrown: error, noticedBy: 'boundary' })]);
  expect(captured[0]?.eventId).toSatisfy(isEventId);
  hasText(`Event: ${captured[0]?.eventId}`);
  hasText(sentence('client-side', 'browser console'));
  expect(container.querySelector('time')?.dateTime).toBe(captured[0]?.at.toISOString());
  expect(requested).toEqual([]);
});

test('shows the event of a text that the starter has reported, and makes no other', async () => {
  const failure = browserReporter.reportOnce('broken', 'boundary');
  showFailure('broken');
  await act(() => browserReporter.flush());
  expect(screen.getByText(`Event: ${failure?.eventId}`)).toBeTruthy();
  expect(captured).toEqual([failure]);
});

test.each(['<img src=x onerror=alert(1)>', 'call 0900 123 456', `${eventId}\u202e`])(
  'does not show the digest %s, nor request its state',
  (digest) => {
    showFailure(withDigest(digest));
    for (const text of [digest, 'Digest:']) expect(shown()).not.toContain(text);
    expect(requested).toEqual([]);
  },
);

test.each([
  ['an error', Object.assign(new TypeError('tell nobody'), { digest: '2338064195' })],
  ['an error whose digest is hostile', withDigest('<b>tell nobody</b>')],
  ['an error of the browser', new TypeError('tell nobody')],
  ['a string', 'tell nobody'],
])('shows nothing of the thrown value: %s', (_, thrown) => {
  const { container } = showFailure(thrown);
  const facts = renderHook(() => useFailure(thrown)).result.current;
  expect(shown()).toContain('Application error:');
  for (const text of [container.innerHTML, JSON.stringify(facts)]) expect(text).not.toMatch(/tell nobody|TypeError/);
});

test('has a button that tries again, and a link to the home page', async () => {
  const retry = vi.fn();
  showFailure(withDigest('2338064195'), retry);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledOnce();
  expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/');
});

test('a server that renders a boundary names neither side nor host', () => {
  const Message = () => useFailure(withDigest()).message;
  for (const name of ['window', 'location']) vi.stubGlobal(name, undefined);
  const rendered = [<Message key="facts" />, failureScreen(withDigest())].map((each) => renderToStaticMarkup(each));
  vi.unstubAllGlobals();
  const neither =
    'Application error: a client-side or server-side exception has occurred while loading the host (see the browser console or server logs for more information)';
  expect(rendered).toEqual([neither, expect.stringContaining(neither)]);
  expect(rendered[1]).toContain(`Digest: ${eventId}`);
});

describe('the button that copies the reference', () => {
  const pressCopy = (user = userEvent.setup()) => {
    render(<CopyButton text="Digest: abc" />);
    expect(screen.getByRole('status').textContent).toBe('');
    return user.click(screen.getByRole('button', { name: 'Copy reference' }));
  };

  test('copies it to the clipboard and says so', async () => {
    await pressCopy();
    expect(await navigator.clipboard.readText()).toBe('Digest: abc');
    expect(screen.getByRole('status').textContent).toBe('Copied.');
  });

  test.each([
    ['copies by selection', true, 'Copied.'],
    ['asks the visitor to select', false, 'This browser does not let the page copy: select it by hand.'],
  ])('%s where the clipboard is denied, and leaves nothing in the document', async (_, isCopied, text) => {
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
    let selected: string | undefined;
    const { execCommand } = document;
    document.execCommand = () => {
      const field = document.querySelector('textarea');
      selected = field?.value.slice(field.selectionStart, field.selectionEnd);
      return isCopied;
    };
    await pressCopy(user);
    document.execCommand = execCommand;
    expect(takeConsole('warn')).toEqual([expect.stringContaining('The clipboard cannot be used.')]);
    expect([selected, screen.getByRole('status').textContent]).toEqual(['Digest: abc', text]);
    expect(document.querySelector('textarea')).toBeNull();
  });
});

describe('the stylesheets of a page', () => {
  const linked = () =>
    Array.from(
      document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'),
      ({ href }) => new URL(href).pathname,
    );
  const preload = (path: string) => `<link rel="preload" as="style" href="${location.origin}${path}">`;
  const [first, second] = ['/_next/static/chunks/first.css', '/_next/static/chunks/second.css'];

  test.each([
    [
      'are linked where the root layout threw before it could: Next has only begun to load them',
      `${preload(first)}${preload(first)}${preload(second)}<link rel="preload" as="font" href="/a">`,
      [first, second],
    ],
    ['are left alone where there are any', `${preload(first)}<style>p { margin: 0 }</style>`, []],
  ])('%s', async (_, head, expected) => {
    happyDOM.settings.handleDisabledFileLoadingAsSuccess = true;
    document.head.innerHTML = head;
    showFailure(withDigest('2338064195@E394'));
    await screen.findByText('unknown here');
    expect(linked().filter((path) => path.includes('/chunks/'))).toEqual(expected);
  });
});

// These two load modules again: after the others, whose screens load a part late.

test('while the site says nothing of feedback it is offered once the event has a state, and from then on', async () => {
  vi.resetModules();
  const { browserReporter: fresh } = await import('../../../candor/src/browser/reporter');
  const { useFailure: useFresh } = await import('../../../candor/src/screens/use-failure');
  const error = new Error('x');
  const { eventId: id } = fresh.reportOnce(error, 'boundary')!;
  const { result } = renderHook(() => useFresh(error));
  let set!: SetState;
  fresh.start(async (_, setFresh) => {
    set = setFresh;
    return () => {};
  });
  expect(result.current.sendFeedback).toBeUndefined();
  await act(() => fresh.flush());
  for (const state of ['queued', 'sending', 'sent'] as const) {
    act(() => set(id, { state }));
    expect([result.current.event.state, result.current.sendFeedback]).toEqual([state, expect.any(Function)]);
  }
});

test('the part that cannot be loaded is left out with a warning, and the screen is there without it', async () => {
  vi.resetModules();
  vi.doMock('../../../candor/src/screens/after-failure', () => {
    throw new Error('no such chunk');
  });
  const { failureScreen: withoutPart } = await import('./show-failure');
  render(withoutPart(withDigest()));
  const before = shown();
  expect(before).toContain(`Digest: ${eventId}`);
  await waitUntil('the warning', () => takeConsole('warn')[0]);
  expect(shown()).toBe(before);
  vi.doUnmock('../../../candor/src/screens/after-failure');
});
