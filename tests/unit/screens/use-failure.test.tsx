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
import { eventId, withDigest } from './show-failure';
import { act, renderHook, waitFor } from './testing-library';

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
    message:
      'Application error: a server-side exception has occurred while loading 127.0.0.1 (see the server logs for more information).',
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
  renderHook(() => useFailure(withDigest(), retry)).result.current.retry();
  expect([retry.mock.calls.length, reload.mock.calls.length]).toEqual([1, 0]);
  renderHook(() => useFailure(withDigest(), undefined)).result.current.retry();
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
