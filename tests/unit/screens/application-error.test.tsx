// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { outages } from '../../../candor/src/browser/outages';
import { browserReporter } from '../../../candor/src/browser/reporter';
import type { Report, SetState } from '../../../candor/src/browser/report';
import { CopyButton } from '../../../candor/src/screens/after-failure';
import { useFailure } from '../../../candor/src/screens/use-failure';
import { words } from '../../../candor/src/shared/words/en';
import { respondWith } from '../../support/fake-ingest';
import { takeConsole } from '../../support/quiet-console';
import { waitUntil } from '../../support/wait-until';
import { happyDOM, servePage } from '../browser/serve-page';
import { eventId, withDigest, failureScreen, showFailure } from './show-failure';
import { act, render, renderHook, waitFor, screen, userEvent } from './testing-library';

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

const factsOf = (error: unknown) => renderHook(() => useFailure(error)).result;
const shown = () => screen.getByRole('main').textContent;

test('a server failure has its digest and the state of its event, on a screen in the words of the facts alone', async () => {
  vi.useFakeTimers({ toFake: ['Date'] }); // Two screens that are shown one after the other name one minute.
  const error = withDigest();
  const facts = factsOf(error);
  expect(facts.current).toMatchObject({
    ...{ cause: 'failed', side: 'server', event: { state: 'sending' } },
    reference: { label: 'Digest', id: eventId },
    sendFeedback: undefined, // It is not known yet whether reporting is on.
  });
  showFailure(error);
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy();
  await screen.findByRole('textbox');
  await waitFor(() => expect(facts.current.texts.state).toBe('sent'));
  await waitFor(() => expect(shown()).toContain('Report: sentTime'));
  const { title, message, advice, quote, reference, again, home, ...rest } = facts.current.texts;
  const { report, state, time, failedAt, copy, ask, send } = rest;
  const all = [title, message, advice, quote, reference, again, home, `${report}: ${state}${time}: ${failedAt}`];
  expect(shown()).toBe([...all, copy, ask, send].join(''));
  expect([message, reference]).toEqual([sentence('server-side', 'server logs'), `Digest: ${eventId}`]);
  expect(advice).toBe(`${words.notYours} ${words.ifSent}`);
  expect(failedAt).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
  expect(rest.toCopy).toBe(`${reference}\nTime: ${failedAt}\nHost: 127.0.0.1\nReport: sent`);
  expect({ requested, captured }).toEqual({ requested: Array(2).fill(`/monitoring?event=${eventId}`), captured: [] });
  void facts.current.sendFeedback?.(' I clicked. ');
  await act(() => browserReporter.flush());
  expect(captured).toMatchObject([{ about: eventId, words: 'I clicked.' }]);
});

test('a failure of the browser is reported once, and its facts and its screen follow its event', async () => {
  const error = new Error('broken');
  const facts = factsOf(error);
  const { container, rerender } = showFailure(error);
  rerender(failureScreen(error));
  await act(() => browserReporter.flush());
  expect(captured).toEqual([expect.objectContaining({ thrown: error, noticedBy: 'boundary' })]);
  const [{ eventId: id, at }] = captured as [Report];
  expect(facts.current).toMatchObject({ side: 'client', reference: { label: 'Event', id }, failedAt: at });
  expect([facts.current.event, facts.current.sendFeedback]).toEqual([{ state: 'sending' }, undefined]);
  for (const event of [{ state: 'queued' }, { state: 'sent' }, { state: 'dropped', reason: 'why' }] as const) {
    act(() => setState(id, event));
    expect(facts.current).toMatchObject({ event, sendFeedback: expect.any(Function) });
  }
  for (const text of ['dropped: why', `Event: ${id}`, sentence('client-side', 'browser console')])
    expect(await screen.findByText(text)).toBeTruthy();
  const [time, iso] = [container.querySelector('time'), at.toISOString()];
  expect([time?.dateTime, time?.textContent]).toEqual([iso, iso.replace(/T(.*)\.\d+Z/, ' $1 UTC')]);
  expect(requested).toEqual([]);
});

test('an outage has a title of its own, no blame, no reference and no feedback, and is not reported', () => {
  const error = new TypeError('Failed to fetch');
  outages.set(error, CANDOR_WORDS_UNREACHABLE);
  showFailure(error);
  const { cause, reference, sendFeedback, texts } = factsOf(error).current;
  expect([cause, reference, sendFeedback, captured]).toEqual(['outage', undefined, undefined, []]);
  expect(texts).toMatchObject({ title: words.unreachable, advice: words.ifSent });
  expect(texts).toMatchObject({ message: '', quote: '', reference: '', toCopy: '' });
  expect(shown()).toBe(texts.title + texts.advice + words.again + words.home);
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

test('visitors are not asked for words without an event, where the team turned that off, or while reporting is off', async () => {
  const error = withDigest();
  const { result, rerender } = renderHook(() => useFailure(error));
  await waitFor(() => expect(result.current.sendFeedback).toBeDefined());
  expect(factsOf(withDigest('NEXT_OWN_DIGEST')).current.sendFeedback).toBeUndefined();
  vi.stubGlobal('CANDOR_FEEDBACK', '');
  rerender();
  expect(result.current.sendFeedback).toBeUndefined();
  vi.unstubAllGlobals();
  await servePage(respondWith(200, { event: eventId, state: 'off' }));
  const facts = factsOf(withDigest());
  await waitFor(() => expect(facts.current.event).toMatchObject({ state: 'off' }));
  expect(facts.current.sendFeedback).toBeUndefined();
});

test('retry is the one that the boundary has, and loads the page again without one', () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  const retry = vi.fn();
  renderHook(() => useFailure(withDigest('2338064195'), retry)).result.current.retry();
  expect([retry.mock.calls.length, reload.mock.calls.length]).toEqual([1, 0]);
  factsOf(withDigest('2338064195')).current.retry();
  expect(reload).toHaveBeenCalledTimes(1);
});

test.each([
  ['markup in a digest', withDigest('<img src=x onerror=alert(1)>'), /<img|Digest:/],
  ['the message or type of an error', Object.assign(new TypeError('secret'), { digest: '2338064195' }), /secret|Type/],
  ['those of an error of the browser', new TypeError('secret'), /secret|Type/],
  ['a string that was thrown', 'secret', /secret/],
])('does not show %s, nor have it among the facts', (_, thrown, hidden) => {
  const { container } = showFailure(thrown);
  expect(shown()).toContain('Application error:');
  for (const text of [container.innerHTML, JSON.stringify(factsOf(thrown).current)]) expect(text).not.toMatch(hidden);
  expect(requested).toEqual([]);
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

test('the button copies the reference, or asks the visitor to select it', async () => {
  const user = userEvent.setup();
  render(<CopyButton text="Digest: abc" />);
  const shownAfterPress = async () => {
    await user.click(screen.getByRole('button', { name: 'Copy reference' }));
    return screen.getByRole('status').textContent;
  };
  expect(screen.getByRole('status').textContent).toBe('');
  expect([await shownAfterPress(), await navigator.clipboard.readText()]).toEqual([words.copied, 'Digest: abc']);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
  expect(await shownAfterPress()).toBe(words.notCopied);
  expect(takeConsole('warn')).toEqual([expect.stringContaining('The clipboard cannot be used.')]);
});

test.each([
  ['are linked where the root layout threw before it could: Next has only begun to load them', '', true],
  ['are left alone where there are any', '<style>p { margin: 0 }</style>', false],
])('the stylesheets of a page %s', async (_, style, isLinked) => {
  happyDOM.settings.handleDisabledFileLoadingAsSuccess = true;
  const files = ['first', 'second'].map((name) => `${location.origin}/_next/static/chunks/${name}.css`);
  const preloads = [...files, ...files].map((file) => `<link rel="preload" as="style" href="${file}">`);
  document.head.innerHTML = `${preloads.join('')}<link rel="preload" as="font" href="/a">${style}`;
  showFailure(withDigest('2338064195@E394'));
  await screen.findByText('not known to this server');
  const linked = Array.from(document.querySelectorAll<HTMLLinkElement>('[rel=stylesheet]'), ({ href }) => href);
  expect(linked.filter((file) => file.includes('/chunks/'))).toEqual(isLinked ? files : []);
});

// This loads modules again: after the others, whose screens load a part late.

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
