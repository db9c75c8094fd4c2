// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Delivery } from '../../../candor/delivery/delivery';
import { parseDsn } from '../../../candor/delivery/dsn';
import { createEventBudget } from '../../../candor/delivery/event-budget';
import type { Reporting } from '../../../candor/server/server-context';
import type { Settings } from '../../../candor/server/settings';
import { Header } from '../../../app/sentry-example-page/header';
import { installTestContext } from '../server/test-context';

vi.mock('../../../app/sentry-example-page/run-checks', () => ({ RunChecks: () => null })); // It brings Server Actions.
afterEach(cleanup);

function showHeader(reporting: Reporting, settings?: Partial<Settings>) {
  installTestContext({ reporting, settings });
  render(<Header request={{ type: 'none' }} />);
}

function reportingWith(downSince: string | null, last?: ReturnType<Delivery['last']>): Reporting {
  const report = { sent: 0, queued: 0, dropped: {}, oldestQueuedSeconds: null, downSince };
  return {
    state: 'on',
    dsn: parseDsn('https://key@example.test/42'),
    delivery: { report: () => report, last: () => last } as Delivery,
    tunnel: () => Promise.reject(new Error('not used')),
    eventBudget: createEventBudget({ perHour: 1, perDay: 1 }),
  };
}

test('says since when reporting is down', () => {
  showHeader(reportingWith('2026-11-20T12:00:00.000Z'));
  expect(screen.getByText(/^Reporting has been down since/).textContent).toContain('2026-11-20 12:00:00 UTC');
});

test('says nothing of the kind while it is not', () => {
  showHeader(reportingWith(null));
  expect(screen.queryByText(/Reporting has been down/)).toBeNull();
});

test('tells that events go to the inbox, with its link, or to the service, without its address', () => {
  showHeader(reportingWith(null), { inboxUrl: 'http://localhost:8969' });
  expect(screen.getByRole('link', { name: 'the local inbox' }).getAttribute('href')).toBe('http://localhost:8969');
  cleanup();
  showHeader(reportingWith(null));
  expect(screen.getByText(/^Events go to the configured service\./)).toBeTruthy();
});

test('tells whether the last event that the server knows of was accepted', () => {
  showHeader(reportingWith(null, { state: 'sent' }));
  expect(screen.getByText(/The last event was accepted\./)).toBeTruthy();
  cleanup();
  showHeader(reportingWith(null, { state: 'dropped', reason: 'the service answered 403' }));
  expect(screen.getByText(/was not accepted: dropped: the service answered 403\./)).toBeTruthy();
});
