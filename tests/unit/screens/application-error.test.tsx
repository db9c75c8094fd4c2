// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { noteFeedback } from '../../../candor/src/browser/feedback-setting';
import { outages, unreachable } from '../../../candor/src/browser/outages';
import { browserReporter } from '../../../candor/src/browser/reporter';
import type { Report, SetState } from '../../../candor/src/browser/report';
import { useFailure, type FailureFacts } from '../../../candor/src/screens/use-failure';
import { respondWith } from '../../support/fake-ingest';
import { servePage } from '../browser/serve-page';
import { eventId, withDigest, failureScreen, showFailure } from './show-failure';
import { act, renderHook, waitFor, screen, userEvent } from './testing-library';
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

test('feedback goes to the event of the failure, and resolves with its state and the sentence for it', async () => {
  const error = withDigest();
  const { result } = renderHook(() => useFailure(error));
  await waitFor(() => expect(result.current.event).toMatchObject({ state: 'sent' }));
  const sent = result.current.sendFeedback?.(' I clicked. ');
  await act(() => browserReporter.flush());
  const feedback = captured.find((report) => 'words' in report);
  expect(feedback).toMatchObject({ about: eventId, words: 'I clicked.' });
  act(() => setState(feedback!.eventId, { state: 'queued' }));
  expect(await sent).toEqual({
    state: 'queued',
    text: 'Kept here, and sent when the service can be reached. Thank you.',
  });
});

test('there is no feedback without an event, in an outage, where the site discards it, or while reporting is off', async () => {
  const cutOff = new TypeError('Failed to fetch');
  outages.set(cutOff, unreachable);
  const feedbackOf = (error: unknown) => renderHook(() => useFailure(error)).result.current.sendFeedback;
  for (const error of [cutOff, withDigest('NEXT_OWN_DIGEST')]) expect(feedbackOf(error)).toBeUndefined();
  const { cause, reference } = renderHook(() => useFailure(cutOff)).result.current;
  expect([cause, reference, captured]).toEqual(['outage', undefined, []]);
  const error = new Error('discarded');
  act(() => noteFeedback({}));
  expect(feedbackOf(error)).toBeInstanceOf(Function);
  act(() => noteFeedback({ feedback: 'off' }));
  expect(feedbackOf(error)).toBeUndefined();
  act(() => noteFeedback({}));
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

test('the facts never have the words of the error', () => {
  for (const thrown of ['tell nobody', new TypeError('tell nobody'), withDigest('<b>tell nobody</b>')]) {
    const facts: FailureFacts = renderHook(() => useFailure(thrown)).result.current;
    expect(JSON.stringify(facts)).not.toMatch(/tell nobody|TypeError/);
  }
});

test('a server that renders a boundary names neither side nor host', () => {
  for (const name of ['window', 'location']) vi.stubGlobal(name, undefined);
  const Message = () => useFailure(withDigest()).message;
  const html = renderToStaticMarkup(<Message />);
  vi.unstubAllGlobals();
  expect(html).toContain('a client-side or server-side exception has occurred while loading the host');
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
  ['an error of the browser', new TypeError('tell nobody')],
  ['a string', 'tell nobody'],
])('shows nothing of the thrown value: %s', (_, thrown) => {
  const { container } = showFailure(thrown);
  expect(shown()).toContain('Application error:');
  expect(container.innerHTML).not.toMatch(/tell nobody|TypeError/);
});

test('has a button that tries again, and a link to the home page', async () => {
  const retry = vi.fn();
  showFailure(withDigest('2338064195'), retry);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledOnce();
  expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/');
});

test('names neither side nor host in a document that the server renders', () => {
  vi.stubGlobal('window', undefined);
  const html = renderToStaticMarkup(failureScreen(withDigest()));
  vi.unstubAllGlobals();
  expect(html).toContain(
    'Application error: a client-side or server-side exception has occurred while loading the host (see the browser console or server logs for more information)',
  );
  expect(html).toContain(`Digest: ${eventId}`);
});
