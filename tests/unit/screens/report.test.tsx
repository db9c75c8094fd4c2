// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest';
import type { SetState } from '../../../candor/src/browser/report';
import { noteFeedback } from '../../../candor/src/browser/feedback-setting';
import { browserReporter } from '../../../candor/src/browser/reporter';
import type { EventState } from '../../../candor/src/shared/event-state';
import { ReportStatus } from '../../../candor/src/screens/report';
import { respondWith } from '../../support/fake-ingest';
import { happyDOM, servePage } from '../browser/serve-page';
import { act, render, screen, userEvent } from './testing-library';

const eventId = '0123456789abcdef0123456789abcdef';
const failedAt = new Date(Date.UTC(2026, 10, 20, 12, 29, 5, 999));
const feedback = () => screen.queryByRole('textbox', { name: 'What were you doing?' });
let site: Awaited<ReturnType<typeof servePage>>;
let setState: SetState;

browserReporter.start((_, set) => {
  setState = set;
  return Promise.resolve(() => {});
});
beforeEach(async () => {
  noteFeedback({}); // As this page has read it before.
  site = await servePage(respondWith(200, { state: 'sent' }));
});

const showOfServer = (id = eventId) =>
  render(<ReportStatus reference={{ label: 'Digest', id, failedAt }} retry={() => {}} />);

/** Shows the report of a failure that this browser has just noticed. */
async function showOfBrowser(...states: EventState[]) {
  const { eventId: id } = browserReporter.reportOnce(new Error('x'), 'boundary')!;
  render(<ReportStatus reference={{ label: 'Event', id, failedAt }} retry={() => {}} />);
  await act(() => browserReporter.flush());
  const setOwnState = (event: EventState) => act(() => setState(id, event));
  states.forEach(setOwnState);
  return { id, setOwnState };
}

test("shows the state of the server's event, and the failure's time in UTC", async () => {
  const { container } = showOfServer();
  await screen.findByText('sent');
  expect(site.requested).toEqual([`/monitoring?event=${eventId}`]);
  const { textContent, dateTime } = container.querySelector('time')!;
  expect([textContent, dateTime]).toEqual(['2026-11-20 12:29:05 UTC', '2026-11-20T12:29:05.999Z']);
});

test('follows an event of this browser, and requests nothing from the server', async () => {
  const { setOwnState } = await showOfBrowser();
  expect([screen.getByText('sending'), feedback()]).toEqual([expect.anything(), expect.anything()]);
  for (const state of ['queued', 'sent'] as const) {
    setOwnState({ state });
    expect(screen.getByText(state)).toBeTruthy();
  }
  expect(site.requested).toEqual([]);
});

test('copies the reference of an event with its current state, and offers feedback also on a dropped one', async () => {
  const user = userEvent.setup();
  const { id } = await showOfBrowser({ state: 'dropped', reason: 'why' });
  await user.click(screen.getByRole('button', { name: 'Copy reference' }));
  expect(await navigator.clipboard.readText()).toBe(
    `Event: ${id}\nTime: 2026-11-20 12:29:05 UTC\nHost: ${location.hostname}\nReport: dropped: why`,
  );
  expect(feedback()).toBeTruthy();
});

test('offers no feedback where the team asks for none, from when a response of the server says so', async () => {
  site.answer(respondWith(200, { state: 'sent', feedback: 'off' }));
  showOfServer();
  await screen.findByText('sent');
  expect(feedback()).toBeNull();
});

test('shows a digest that is not an event id as unknown, without a request to the server and without feedback', () => {
  showOfServer('2338064195@E394');
  expect(screen.getByText('unknown here')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(site.requested).toEqual([]);
});

describe('the stylesheets of a page', () => {
  beforeEach(() => void (happyDOM.settings.handleDisabledFileLoadingAsSuccess = true));
  const linked = () =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(({ href }) => href);
  const preload = (path: string) => `<link rel="preload" as="style" href="${location.origin}${path}">`;
  const [first, second] = ['/_next/static/chunks/first.css', '/_next/static/chunks/second.css'];

  test('are linked where the root layout threw before it could: Next has only begun to load them', () => {
    document.head.innerHTML = `${preload(first)}${preload(first)}${preload(second)}<link rel="preload" as="font" href="/a">`;
    showOfServer('2338064195@E394');
    expect(linked()).toEqual([location.origin + first, location.origin + second]);
  });

  test('are left alone where there are any', () => {
    document.head.innerHTML = `${preload(first)}<style>p { margin: 0 }</style>`;
    showOfServer('2338064195@E394');
    expect(linked()).toEqual([]);
  });
});
