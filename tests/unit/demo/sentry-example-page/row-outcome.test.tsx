// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { setOutcome } from '../../../../app/sentry-example-page/outcomes';
import { RowOutcome } from '../../../../app/sentry-example-page/row-outcome';

afterEach(cleanup);

const outcome = (status: Parameters<typeof setOutcome>[1]) => act(() => setOutcome('server-render', status));
const expectTexts = (...texts: string[]) => texts.forEach((text) => expect(screen.getByText(text)).toBeTruthy());

test('is empty for a kind that was not triggered', () => {
  const { container } = render(<RowOutcome kind="server-render" />);
  act(() => setOutcome('forbidden', { status: 403 }));
  expect(container.textContent).toBe('');
});

test('shows status, reference, state of the event and time to its acceptance', () => {
  const { container } = render(<RowOutcome kind="server-render" />);
  outcome({ status: 500, reference: 'Digest: abc', event: { state: 'sending' } });
  expectTexts('HTTP 500', 'Digest: abc', 'sending');
  expect(container.textContent).not.toContain('accepted');

  outcome({ event: { state: 'sent', afterMs: 12 } });
  expectTexts('sent', 'accepted after 12 ms');
});

test('an accepted reference links to its event where events go to the local inbox, and nowhere else', () => {
  const reference = `Digest: ${'ab'.repeat(16)}`;
  outcome({ status: 500, reference, event: { state: 'sending' } });
  const { rerender } = render(<RowOutcome kind="server-render" inboxUrl="http://localhost:8969" />);
  expect(screen.queryByRole('link')).toBeNull();
  outcome({ status: 500, reference, event: { state: 'sent' } });
  expect(screen.getByRole('link', { name: reference }).getAttribute('href')).toBe(
    `http://localhost:8969/telemetry/errors/${'ab'.repeat(16)}/details`,
  );
  rerender(<RowOutcome kind="server-render" />);
  expect(screen.queryByRole('link')).toBeNull();
  expectTexts(reference);
});
