// @vitest-environment happy-dom
import { useState, type ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Report } from '../../../candor/src/browser/report';
import { browserReporter } from '../../../candor/src/browser/reporter';
import { ErrorBoundary } from '../../../candor/src/screens/error-boundary';
import { words } from '../../../candor/src/shared/words/en';
import type { FailureFacts } from '../../../candor/src/screens/use-failure';
import { takeConsole } from '../../support/quiet-console';
import { act, render, screen } from './testing-library';

const captured: Report[] = [];
browserReporter.start(() => Promise.resolve((report) => void captured.push(report)));

afterEach(() => void takeConsole('error')); // React prints what its boundaries caught.

function Fails({ error = new Error('x') }): ReactNode {
  throw error;
}

type Props = { fallback?: ReactNode | ((failure: FailureFacts) => ReactNode); inline?: boolean };

const show = (child: ReactNode, props: Props = {}) => render(<ErrorBoundary {...props}>{child}</ErrorBoundary>);

test('shows its children, and the screen in place of those that fail', () => {
  const { unmount } = show('words');
  expect(document.body.textContent).toBe('words');
  unmount();
  show(<Fails />);
  expect(screen.getByRole('group', { name: 'Something went wrong' })).toBeTruthy();
});

test.each([
  [<p key="p">sorry</p>, 'sorry'],
  [null, ''],
])('shows the fallback instead', (fallback, text) => {
  show(<Fails />, { fallback });
  expect(document.body.textContent).toBe(text);
});

test('shows what a function draws from the facts, reported once, also where the function has a state of its own', async () => {
  const Drawn = ({ texts, reference }: FailureFacts) => {
    const [mark] = useState('!');
    return <p role="alert">{`${texts.title}${mark} ${reference?.id}`}</p>;
  };
  const error = new Error('drawn');
  const { rerender } = show(<Fails error={error} />, { fallback: Drawn });
  await screen.findByRole('alert');
  rerender(<ErrorBoundary fallback={Drawn}>{<Fails error={error} />}</ErrorBoundary>);
  await act(() => browserReporter.flush());
  const reported = captured.filter((report) => 'thrown' in report && report.thrown === error);
  expect(reported).toHaveLength(1);
  expect(screen.getByRole('alert').textContent).toBe(`Something went wrong! ${reported[0]?.eventId}`);
});

test('a function has the retry of Next: it renders the children again', async () => {
  let isBroken = true;
  const Part = () => (isBroken ? <Fails /> : 'healed');
  show(<Part />, { fallback: ({ retry }) => <button onClick={retry}>Again</button> });
  const again = await screen.findByRole('button', { name: 'Again' });
  isBroken = false;
  act(() => again.click());
  expect(document.body.textContent).toBe('healed');
});

test('inline, a failure stays in its line of text, as React and HTML permit it, and is tried again there', async () => {
  let isBroken = true;
  const Part = () => (isBroken ? <Fails /> : '12');
  const { container } = render(
    <p>
      We have{' '}
      <ErrorBoundary inline>
        <Part />
      </ErrorBoundary>{' '}
      lamps.
    </p>,
  );
  await screen.findByRole('alert');
  expect(container.textContent).toMatch(/^We have Something went wrong \(Event: [0-9a-f]{32}\) Try again lamps\.$/);
  expect(screen.getByRole('alert').textContent).toBe('Something went wrong');
  expect(takeConsole('error').join()).not.toContain('cannot be a descendant of');
  isBroken = false;
  act(() => screen.getByRole('button', { name: 'Try again' }).click());
  expect(container.textContent).toBe('We have 12 lamps.');
});

test('inline, a failure takes the focus that was in its part, and no other', async () => {
  const Part = () => {
    const [isBroken, setIsBroken] = useState(false);
    return isBroken ? <Fails /> : <button onClick={() => setIsBroken(true)}>12</button>;
  };
  const { unmount } = show(<Part />, { inline: true });
  const button = screen.getByRole('button', { name: '12' });
  button.focus();
  act(() => button.click());
  expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Try again' }));
  unmount();
  show(<Part />, { inline: true });
  act(() => screen.getByRole('button', { name: '12' }).click());
  await screen.findByRole('button', { name: 'Try again' });
  expect(document.activeElement).toBe(document.body);
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
  const { container } = render(<Fresh inline>{<Fails />}</Fresh>);
  expect(container.innerHTML).toBe(words.failed);
  vi.doUnmock('../../../candor/src/screens/drawn-fallback');
});

test('throws on what belongs to Next', () => {
  const error = Object.assign(new Error('NEXT_REDIRECT'), { digest: 'NEXT_REDIRECT;replace;/a;307;' });
  expect(() => show(<Fails error={error} />)).toThrow('NEXT_REDIRECT');
});
