// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Header } from '../../../../app/sentry-example-page/header';
import type { FailRequest } from '../../../../app/sentry-example-page/kinds';

const { GET } = vi.hoisted(() => ({ GET: vi.fn() }));
vi.mock('candor/monitoring', () => ({ GET }));
vi.mock('../../../../app/sentry-example-page/run-checks', () => ({ RunChecks: () => null })); // It imports Server Actions.
afterEach(cleanup);

async function showHeader(monitoring: object = { reporting: 'on' }, request: FailRequest = { type: 'none' }) {
  GET.mockResolvedValue(Response.json(monitoring));
  return render(await Header({ request }));
}

test('says since when reporting has been down', async () => {
  await showHeader({ reporting: 'on', delivery: { downSince: '2026-11-20T12:00:00.000Z' } });
  expect(screen.getByText(/^Reporting has been down since/).textContent).toContain('2026-11-20 12:00:00 UTC');
});

test.each([
  ['there is none', { reporting: 'on', delivery: { downSince: null } }],
  ['the counters are not shown', { reporting: 'on' }],
])('does not mention an outage while %s', async (_, monitoring) => {
  await showHeader(monitoring);
  expect(screen.queryByText(/Reporting has been down/)).toBeNull();
});

test('says that events go to the inbox, with a link to it, or to the service, without its URL', async () => {
  vi.stubEnv('INBOX_URL', 'http://localhost:8969');
  await showHeader();
  expect(screen.getByRole('link', { name: 'the local inbox' }).getAttribute('href')).toBe('http://localhost:8969');
  cleanup();
  vi.unstubAllEnvs();
  await showHeader();
  expect(screen.getByText(/^Events go to the configured service\./)).toBeTruthy();
});

test('says how reporting is turned on, and nothing of events, where it is off', async () => {
  const { container } = await showHeader({ reporting: 'off' });
  expect(container.textContent).toContain('start the server with SENTRY_DSN');
  expect(container.querySelector('.last-event')).toBeNull();
});

test('a kind without a URL refers to its button', async () => {
  const { container } = await showHeader(undefined, { type: 'without-url', kind: 'browser-error' });
  expect(container.textContent).toContain('browser-error has no URL; use its button.');
});
