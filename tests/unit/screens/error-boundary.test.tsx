// @vitest-environment happy-dom
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { outages } from '../../../candor/src/browser/outages';
import { browserReporter } from '../../../candor/src/browser/reporter';
import { ErrorBoundary } from '../../../candor/src/screens/error-boundary';
import { SegmentError } from '../../../candor/src/screens/segment-error';
import type { FailureFacts } from '../../../candor/src/screens/use-failure';
import { isEventId } from '../../../candor/src/shared/digest';
import { takeConsole } from '../../support/quiet-console';
import { waitUntil } from '../../support/wait-until';
import { withDigest } from './show-failure';
import { act, render, screen, userEvent, within } from './testing-library';

browserReporter.start((_, setState) => Promise.resolve(({ eventId }) => setState(eventId, { state: 'sent' })));

let isBroken: boolean;
beforeEach(() => void (isBroken = true));
afterEach(() => void takeConsole('error')); // React prints what its boundaries caught.

function Fails({ error = new Error('tell nobody') }): ReactNode {
  if (isBroken) throw error;
  return 'healed';
}

type Props = { fallback?: ReactNode | ((failure: FailureFacts) => ReactNode) };
const show = (child: ReactNode, props: Props = {}) => render(<ErrorBoundary {...props}>{child}</ErrorBoundary>);

test('a part that fails says what happened, with the reference and the state of the event, and has the focus', async () => {
  const FailsOnPress = () => {
    const [isPressed, setIsPressed] = useState(false);
    return isPressed ? <Fails /> : <button onClick={() => setIsPressed(true)}>Pay</button>;
  };
  document.title = 'Basket';
  show(<FailsOnPress />);
  await userEvent.click(screen.getByRole('button', { name: 'Pay' }));
  const region = screen.getByRole('group', { name: 'Something went wrong' });
  expect(screen.getByRole('alert').textContent).toContain('a client-side exception has occurred while loading');
  expect(document.activeElement).toBe(screen.getByRole('heading'));
  expect(screen.getByRole('heading').tagName).toBe('H2');
  expect(region.textContent.match(/Event: (\w{32})/)?.[1]).toSatisfy(isEventId);
  expect(await within(region).findByText('sent')).toBeTruthy();
  expect(region.innerHTML).not.toContain('tell nobody');
  expect(document.title).toBe('Basket');
});

test('a step in history that changes the query tries again, one within the page does not, also after an outage', async () => {
  const outage = new TypeError('Failed to fetch');
  outages.set(outage, CANDOR_WORDS_UNREACHABLE);
  const step = (url: string) => {
    history.replaceState(null, '', url);
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
  };
  for (const error of [withDigest('2338064195'), outage]) {
    const retry = vi.fn();
    history.replaceState(null, '', '/basket?page=2');
    const { unmount } = render(<SegmentError error={error} retry={retry} />);
    if (error === outage)
      expect(screen.getByRole('alert').innerHTML).not.toContain('<p>'); // It has no sentence.
    else await screen.findByText('not known to this server'); // The part that is loaded late is there.
    step('/basket?page=2#part');
    expect(retry).not.toHaveBeenCalled();
    step('/basket?page=1');
    await waitUntil('the retry', () => retry.mock.calls.length === 1);
    unmount();
  }
});

test('the English sentence on a site in another language is marked as English', () => {
  vi.stubGlobal('CANDOR_LANG', 'ar');
  show(<Fails />);
  vi.unstubAllGlobals();
  const { lang, dir } = screen.getByText(/^Application error: a client-side/);
  expect({ lang, dir }).toEqual({ lang: 'en', dir: 'ltr' });
});

test('shows nothing in place of children that fail, where the fallback is null', () => {
  show(<Fails />, { fallback: null });
  expect(document.body.textContent).toBe('');
});

test('shows what a function draws from the facts, also with a state of its own, and its retry renders the children', async () => {
  const Drawn = ({ texts, retry }: FailureFacts) => {
    const [mark] = useState('!');
    return <button onClick={retry}>{texts.title + mark}</button>;
  };
  const { rerender } = show(<Fails />, { fallback: Drawn });
  await screen.findByRole('button');
  rerender(<ErrorBoundary fallback={Drawn}>{<Fails />}</ErrorBoundary>);
  const again = screen.getByRole('button', { name: 'Something went wrong!' });
  isBroken = false;
  act(() => again.click());
  expect(document.body.textContent).toBe('healed');
});

test('where the facts cannot be loaded the screen is shown in place of what the function draws', async () => {
  vi.resetModules();
  vi.doMock('../../../candor/src/screens/drawn-fallback', () => {
    throw new Error('No network.');
  });
  const { ErrorBoundary: Fresh } = await import('../../../candor/src/screens/error-boundary');
  render(<Fresh fallback={() => 'drawn'}>{<Fails />}</Fresh>);
  expect(await screen.findByRole('group', { name: 'Something went wrong' })).toBeTruthy();
  expect(takeConsole('warn')).toHaveLength(1);
  vi.doUnmock('../../../candor/src/screens/drawn-fallback');
});
