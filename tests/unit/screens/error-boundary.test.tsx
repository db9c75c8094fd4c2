// @vitest-environment happy-dom
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { ErrorBoundary } from '../../../candor/src/screens/error-boundary';
import { takeConsole } from '../../support/quiet-console';
import { render, screen } from './testing-library';

afterEach(() => void takeConsole('error')); // React prints what its boundaries caught.

function Fails({ error = new Error('x') }): ReactNode {
  throw error;
}

const show = (child: ReactNode, props: { fallback?: ReactNode } = {}) =>
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

test('throws on what belongs to Next', () => {
  const error = Object.assign(new Error('NEXT_REDIRECT'), { digest: 'NEXT_REDIRECT;replace;/a;307;' });
  expect(() => show(<Fails error={error} />)).toThrow('NEXT_REDIRECT');
});
