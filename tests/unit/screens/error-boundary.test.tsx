// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { ErrorBoundary } from '../../../candor/screens/error-boundary';
import { takeConsole } from '../../support/quiet-console';

afterEach(() => {
  cleanup();
  takeConsole('error'); // React prints what its boundaries caught.
});

function Fails(): ReactNode {
  throw new Error('x');
}

test('shows its children', () => {
  render(<ErrorBoundary>words</ErrorBoundary>);
  expect(document.body.textContent).toBe('words');
});

test('shows the screen in place of children that fail', () => {
  render(
    <ErrorBoundary>
      <Fails />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('region', { name: 'Something went wrong' })).toBeTruthy();
});

test.each([<p key="p">sorry</p>, null])('shows the fallback instead', (fallback) => {
  render(
    <ErrorBoundary fallback={fallback}>
      <Fails />
    </ErrorBoundary>,
  );
  expect(document.body.textContent).toBe(fallback ? 'sorry' : '');
});

test('throws on what belongs to Next', () => {
  function Redirects(): ReactNode {
    throw Object.assign(new Error('NEXT_REDIRECT'), { digest: 'NEXT_REDIRECT;replace;/a;307;' });
  }
  const redirecting = () =>
    render(
      <ErrorBoundary>
        <Redirects />
      </ErrorBoundary>,
    );
  expect(redirecting).toThrow('NEXT_REDIRECT');
});
