// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Delivery } from '../../../../candor/src/delivery/delivery';
import { parseDsn } from '../../../../candor/src/envelope/dsn';
import { createEventBudget } from '../../../../candor/src/monitoring/event-budget';
import type { Reporting } from '../../../../candor/src/server/server-context';
import { Header } from '../../../../app/sentry-example-page/header';
import { installTestContext } from '../../server/test-context';

vi.mock('../../../../app/sentry-example-page/run-checks', () => ({ RunChecks: () => null })); // It imports Server Actions.
afterEach(cleanup);

type On = { downSince?: string; last?: ReturnType<Delivery['last']> };

function showHeader({ downSince, last }: On) {
  const report = { sent: 0, queued: 0, dropped: {}, oldestQueuedSeconds: null, downSince: downSince ?? null };
  const reporting: Reporting = {
    state: 'on',
    dsn: parseDsn('https://key@example.test/42'),
    delivery: { stats: () => report, last: () => last } as Delivery,
    tunnel: () => Promise.reject(new Error('not used')),
    eventBudget: createEventBudget({ perHour: 1, perDay: 1 }),
  };
  installTestContext({ reporting });
  render(<Header request={{ type: 'none' }} />);
}

test('says since when reporting has been down', () => {
  showHeader({ downSince: '2026-11-20T12:00:00.000Z' });
  expect(screen.getByText(/^Reporting has been down since/).textContent).toContain('2026-11-20 12:00:00 UTC');
});

test('does not mention an outage while there is none', () => {
  showHeader({});
  expect(screen.queryByText(/Reporting has been down/)).toBeNull();
});

test('says that events go to the inbox, with a link to it, or to the service, without its URL', () => {
  vi.stubEnv('INBOX_URL', 'http://localhost:8969');
  showHeader({});
  expect(screen.getByRole('link', { name: 'the local inbox' }).getAttribute('href')).toBe('http://localhost:8969');
  cleanup();
  vi.unstubAllEnvs();
  showHeader({});
  expect(screen.getByText(/^Events go to the configured service\./)).toBeTruthy();
});

test('says whether the last event that the server knows was accepted', () => {
  showHeader({ last: { state: 'sent' } });
  expect(screen.getByText(/The last event was accepted\./)).toBeTruthy();
});

test('a kind without a URL refers to its button', () => {
  installTestContext({});
  const { container } = render(<Header request={{ type: 'without-url', kind: 'browser-error' }} />);
  expect(container.textContent).toContain('browser-error has no URL; use its button.');
});
