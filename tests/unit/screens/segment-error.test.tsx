// @vitest-environment happy-dom
import { Component, useState, type ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { outages } from '../../../candor/src/browser/outages';
import { browserReporter } from '../../../candor/src/browser/reporter';
import { isEventId } from '../../../candor/src/shared/digest';
import { SegmentError } from '../../../candor/src/screens/segment-error';
import { takeConsole } from '../../support/quiet-console';
import { waitUntil } from '../../support/wait-until';
import { withDigest } from './show-failure';
import { act, render, screen, userEvent, within } from './testing-library';

type State = { thrown?: { value: unknown } };

/** A boundary as Next has it around a segment: its retry renders the children again. */
class Segment extends Component<{ children: ReactNode }, State> {
  override state: State = {};
  static getDerivedStateFromError(value: unknown): State {
    return { thrown: { value } };
  }
  retry = () => this.setState({ thrown: undefined });
  override render() {
    const { thrown } = this.state;
    return thrown ? <SegmentError error={thrown.value} retry={this.retry} /> : this.props.children;
  }
}

function Fails({ name }: { name: string }) {
  const [thrown, setThrown] = useState<Error>();
  if (thrown) throw thrown;
  return <button onClick={() => setThrown(new Error('tell nobody'))}>{name}</button>;
}

function show() {
  document.title = 'Basket';
  return render(
    <main>
      <h1>Basket</h1>
      <input aria-label="Outside" />
      {['First', 'Second'].map((name) => (
        <Segment key={name}>
          <Fails name={name} />
        </Segment>
      ))}
    </main>,
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const referenceIn = (region: HTMLElement | undefined) => region?.textContent?.match(/Event: (\w{32})/)?.[1];
const regions = () => screen.queryAllByRole('group', { name: 'Something went wrong' });

browserReporter.start((_, setState) => Promise.resolve(({ eventId }) => setState(eventId, { state: 'sent' })));
afterEach(() => void takeConsole('error')); // React prints what its boundaries caught.

test('says what happened in its part of the page, with the reference and the state of the event', async () => {
  const { container } = show();
  await press('First');
  const [region] = regions();
  expect(screen.getByRole('alert').textContent).toContain('a client-side exception has occurred while loading');
  expect(within(region!).getByRole('heading', { level: 2 })).toBeTruthy();
  expect(referenceIn(region)).toSatisfy(isEventId);
  expect(await within(region!).findByText('sent')).toBeTruthy();
  expect(container.innerHTML).not.toContain('tell nobody');
});

test('leaves the rest of the page alone, and takes the focus that was in the failed part', async () => {
  show();
  await press('First');
  expect(document.title).toBe('Basket');
  expect(screen.getAllByRole('main')).toHaveLength(1);
  expect(screen.getAllByRole('heading', { level: 1 }).map((heading) => heading.textContent)).toEqual(['Basket']);
  expect(screen.getByRole('button', { name: 'Second' })).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 }));
});

test.each([
  ['another part', () => screen.getByLabelText('Outside')],
  ['nothing', () => document.body],
])('leaves the focus on %s', async (_, focused) => {
  show();
  const button = screen.getByRole('button', { name: 'First' });
  (document.activeElement as HTMLElement).blur();
  focused().focus();
  act(() => void button.dispatchEvent(new MouseEvent('click', { bubbles: true })));
  expect(regions()).toHaveLength(1);
  expect(document.activeElement).toBe(focused());
});

test('several have references of their own, and each tries its own part again', async () => {
  show();
  for (const name of ['First', 'Second']) await press(name);
  expect(new Set(regions().map(referenceIn)).size).toBe(2);
  await userEvent.click(within(regions()[0]!).getByRole('button', { name: 'Try again' }));
  expect(regions()).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'First' })).toBeTruthy();
});

test('a step in history that changes the query tries again, one within the page does not, also after an outage', async () => {
  const outage = new TypeError('Failed to fetch');
  outages.set(outage, 'Could not reach this site');
  const step = (url: string) => {
    history.replaceState(null, '', url);
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
  };
  for (const error of [withDigest('2338064195'), outage]) {
    const retry = vi.fn();
    history.replaceState(null, '', '/basket?page=2');
    const { unmount } = render(<SegmentError error={error} retry={retry} />);
    if (error !== outage) await screen.findByText('unknown here'); // The part that is loaded late is there.
    step('/basket?page=2#part');
    expect(retry).not.toHaveBeenCalled();
    step('/basket?page=1');
    await waitUntil('the retry', () => retry.mock.calls.length === 1);
    unmount();
  }
});

test('an outage has no sentence, and no empty place for it', () => {
  const error = new TypeError('Failed to fetch');
  outages.set(error, 'Could not reach this site');
  render(<SegmentError error={error} retry={() => {}} />);
  expect(screen.getByRole('alert').innerHTML).not.toContain('<p>');
});
