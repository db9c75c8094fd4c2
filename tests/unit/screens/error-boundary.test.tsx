// @vitest-environment happy-dom
import { useState, type ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Report } from '../../../candor/src/browser/report';
import { browserReporter } from '../../../candor/src/browser/reporter';
import { ErrorBoundary } from '../../../candor/src/screens/error-boundary';
import type { FailureFacts } from '../../../candor/src/screens/use-failure';
import { takeConsole } from '../../support/quiet-console';
import { act, render, screen } from './testing-library';

const captured: Report[] = [];
browserReporter.start(() => Promise.resolve((report) => void captured.push(report)));

afterEach(() => void takeConsole('error')); // React prints what its boundaries caught.

function Fails({ error = new Error('x') }): ReactNode {
  throw error;
}

const show = (child: ReactNode, props: { fallback?: ReactNode | ((failure: FailureFacts) => ReactNode) } = {}) =>
  render(<ErrorBoundary {...props}>{child}</ErrorBoundary>);

test('shows its children', () => {
  show('words');
  expect(document.body.textContent).toBe('words');
});

test('shows the screen in place of children that fail', () => {
  show(<Fails />);
  expect(screen.getByRole('region', { name: 'Something went wrong' })).toBeTruthy();
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

test('where the facts cannot be loaded the screen is shown in place of what the function draws', async () => {
  vi.resetModules();
  vi.doMock('../../../candor/src/screens/drawn-fallback', () => {
    throw new Error('No network.');
  });
  const { ErrorBoundary: Fresh } = await import('../../../candor/src/screens/error-boundary');
  render(
    <Fresh fallback={() => 'drawn'}>
      <Fails />
    </Fresh>,
  );
  expect(await screen.findByRole('region', { name: 'Something went wrong' })).toBeTruthy();
  expect(takeConsole('warn')).toHaveLength(1);
  vi.doUnmock('../../../candor/src/screens/drawn-fallback');
});

test('throws on what belongs to Next', () => {
  const error = Object.assign(new Error('NEXT_REDIRECT'), { digest: 'NEXT_REDIRECT;replace;/a;307;' });
  expect(() => show(<Fails error={error} />)).toThrow('NEXT_REDIRECT');
});
