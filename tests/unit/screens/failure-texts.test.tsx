// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { outages, unreachable } from '../../../candor/src/browser/outages';
import { useFailure } from '../../../candor/src/screens/use-failure';
import { respondWith } from '../../support/fake-ingest';
import { servePage } from '../browser/serve-page';
import { eventId, showFailure, withDigest } from './show-failure';
import { renderHook, screen, waitFor } from './testing-library';

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] }); // Two screens that are shown one after the other name one minute.
  await servePage(respondWith(200, { event: eventId, state: 'sent' }));
});

afterEach(() => void vi.useRealTimers());

const textsOf = (error: unknown) => renderHook(() => useFailure(error)).result.current.texts;
const main = () => screen.getByRole('main').textContent;

test('the texts of a failure are all words of Candor’s own screen, and that screen has no others', async () => {
  const error = withDigest();
  const { result } = renderHook(() => useFailure(error));
  showFailure(error);
  await screen.findByRole('textbox');
  await waitFor(() => expect(result.current.texts.state).toBe('sent'));
  await waitFor(() => expect(main()).toContain('Report: sentTime'));
  const { title, message, advice, quote, reference, again, home, ...rest } = result.current.texts;
  const { report, state, time, failedAt, copy, ask, send } = rest;
  const shown = [title, message, advice, quote, reference, again, home, `${report}: ${state}${time}: ${failedAt}`];
  expect(main()).toBe([...shown, copy, ask, send].join(''));
  expect(rest.toCopy).toBe(`${reference}\nTime: ${failedAt}\nHost: 127.0.0.1\nReport: sent`);
});

test('an outage has neither message nor reference', () => {
  const cutOff = new TypeError('Failed to fetch');
  outages.set(cutOff, unreachable);
  const nothing = { message: '', quote: '', reference: '', toCopy: '' };
  expect(textsOf(cutOff)).toMatchObject({ ...nothing, title: 'Could not reach this site' });
  showFailure(cutOff);
  expect(main()).toContain(textsOf(cutOff).advice);
});
