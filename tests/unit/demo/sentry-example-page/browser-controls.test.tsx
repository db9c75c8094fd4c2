// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Component } from 'react';
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { BrowserFailure } from '../../../../candor/src/browser/report';
import { browserReporter } from '../../../../candor/src/browser/reporter';
import * as controls from '../../../../app/sentry-example-page/browser-controls';
import { RowOutcome } from '../../../../app/sentry-example-page/row-outcome';
import { takeConsole } from '../../../support/quiet-console';

const captured: BrowserFailure[] = [];

beforeAll(() => {
  browserReporter.start((_, setState) =>
    Promise.resolve((report) => {
      if ('thrown' in report) captured.push(report);
      act(() => setState(report.eventId, { state: 'sent' }));
    }),
  );
});
afterEach(() => {
  cleanup();
  captured.length = 0;
});

test('throws in its event handler, and its row shows the state of the event', async () => {
  // Like the listener of instrumentation-client.ts. An error without `preventDefault` fails the test run.
  const listen = (event: ErrorEvent) => {
    event.preventDefault();
    act(() => void browserReporter.reportOnce(event.error, 'error', { file: event.filename }));
  };
  window.addEventListener('error', listen);
  onTestFinished(() => window.removeEventListener('error', listen));

  render(<controls.ThrowInHandler label="Throw Sample Error" />);
  render(<RowOutcome kind="browser-error" />);
  expect(screen.getByRole('status').textContent).toBe('');
  for (const time of ['first', 'second']) {
    await userEvent.click(screen.getByRole('button', { name: 'Throw Sample Error' }));
    await screen.findByText('sent');
    expect(captured, `after the ${time} press: equal errors are one event`).toHaveLength(1);
    expect(screen.getByText(`Event: ${captured[0]?.eventId}`)).toBeTruthy();
  }
  expect(captured[0]?.thrown).toBeInstanceOf(Error);
});

test('makes an unhandled rejection, and its row shows the state of the event', async () => {
  const listeners = process.rawListeners('unhandledRejection') as NodeJS.UnhandledRejectionListener[];
  process.removeAllListeners('unhandledRejection'); // The test runner's own, which fail the run.
  onTestFinished(() => {
    process.removeAllListeners('unhandledRejection');
    for (const listener of listeners) process.on('unhandledRejection', listener);
  });
  process.once('unhandledRejection', (reason) => {
    act(() => void browserReporter.reportOnce(reason, 'unhandledrejection'));
  });

  render(<controls.RejectPromise label="Reject a promise" />);
  render(<RowOutcome kind="browser-rejection" />);
  await userEvent.click(screen.getByRole('button', { name: 'Reject a promise' }));
  await screen.findByText('sent');
  expect(captured).toEqual([expect.objectContaining({ noticedBy: 'unhandledrejection', thrown: expect.any(Error) })]);
  expect(screen.getByText(`Event: ${captured[0]?.eventId}`)).toBeTruthy();
});

test('throws while rendering only after it was pressed', async () => {
  class Boundary extends Component<{ children: React.ReactNode }> {
    override state = { caught: '' };
    static getDerivedStateFromError = (error: Error) => ({ caught: error.message });
    override render = () => (this.state.caught ? <p role="alert">{this.state.caught}</p> : this.props.children);
  }
  render(<controls.ThrowWhileRendering label="Throw while rendering" />, { wrapper: Boundary });
  await userEvent.click(screen.getByRole('button', { name: 'Throw while rendering' }));
  expect(screen.getByRole('alert').textContent).toBe('Sample error: a Client Component threw while rendering.');
  expect(takeConsole('error')).toEqual([expect.stringContaining('Sample error')]); // React logs every error that a boundary catches.
});
