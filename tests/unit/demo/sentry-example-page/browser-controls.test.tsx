// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Component } from 'react';
import { expect, test } from 'vitest';
import { ThrowWhileRendering } from '../../../../app/sentry-example-page/browser-controls';
import { takeConsole } from '../../../support/quiet-console';

test('throws while rendering only after it was pressed', async () => {
  class Boundary extends Component<{ children: React.ReactNode }> {
    override state = { caught: '' };
    static getDerivedStateFromError = (error: Error) => ({ caught: error.message });
    override render = () => (this.state.caught ? <p role="alert">{this.state.caught}</p> : this.props.children);
  }
  render(<ThrowWhileRendering label="Throw while rendering" />, { wrapper: Boundary });
  await userEvent.click(screen.getByRole('button', { name: 'Throw while rendering' }));
  expect(screen.getByRole('alert').textContent).toBe('Sample error: a Client Component threw while rendering.');
  expect(takeConsole('error')).toEqual([expect.stringContaining('Sample error')]); // React logs every error that a boundary catches.
});
