// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Delivery } from '../../../candor/delivery/delivery';
import type { Reporter } from '../../../candor/server/server-context';
import { Header } from '../../../app/sentry-example-page/header';
import { installTestReporter } from '../server/test-context';

vi.mock('../../../app/sentry-example-page/run-checks', () => ({ RunChecks: () => null })); // It brings Server Actions.
afterEach(cleanup);

function showHeader(reporter: Partial<Reporter>) {
  installTestReporter(reporter);
  render(<Header request={{ type: 'none' }} />);
}

function deliveryWith(downSince: string | null, last?: ReturnType<Delivery['last']>): Delivery {
  const report = { sent: 0, queued: 0, dropped: {}, oldestQueuedSeconds: null, downSince };
  return { report: () => report, last: () => last } as Delivery;
}

test('says since when reporting is down', () => {
  showHeader({ delivery: deliveryWith('2026-11-20T12:00:00.000Z') });
  expect(screen.getByText(/^Reporting has been down since/).textContent).toContain('2026-11-20 12:00:00 UTC');
});

test('says nothing of the kind while it is not', () => {
  showHeader({ delivery: deliveryWith(null) });
  expect(screen.queryByText(/Reporting is down/)).toBeNull();
});

test('tells that events go to the inbox, with its link, or to the service, without its address', () => {
  showHeader({ delivery: deliveryWith(null), inboxUrl: 'http://localhost:8969' });
  expect(screen.getByRole('link', { name: 'the local inbox' }).getAttribute('href')).toBe('http://localhost:8969');
  cleanup();
  showHeader({ delivery: deliveryWith(null) });
  expect(screen.getByText(/^Events go to the configured service\./)).toBeTruthy();
});

test('tells whether the last event that the server knows of was accepted', () => {
  showHeader({ delivery: deliveryWith(null, { state: 'sent' }) });
  expect(screen.getByText(/The last event was accepted\./)).toBeTruthy();
  cleanup();
  showHeader({ delivery: deliveryWith(null, { state: 'dropped', reason: 'the service answered 403' }) });
  expect(screen.getByText(/was not accepted: dropped: the service answered 403\./)).toBeTruthy();
});
