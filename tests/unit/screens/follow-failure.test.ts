// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { browserReporter } from '../../../candor/src/browser/reporter';
import type { SetState } from '../../../candor/src/browser/report';
import { followFailure, type FollowedFailure } from '../../../candor/src/screens/follow-failure';
import { lastShownFailure } from '../../../candor/src/screens/shown-screen';
import { takeConsole } from '../../support/quiet-console';
import { respondWith } from '../../support/fake-ingest';
import { waitUntil } from '../../support/wait-until';
import { servePage } from '../browser/serve-page';

const digest = '0123456789abcdef0123456789abcdef';
let site: Awaited<ReturnType<typeof servePage>>;
let setState: SetState;

browserReporter.start((_, set) => {
  setState = set;
  return Promise.resolve(() => {});
});
beforeEach(async () => void (site = await servePage(respondWith(200, { state: 'sent' }))));

function follow(error: unknown) {
  const seen: FollowedFailure[] = [];
  const stop = followFailure(error, (failure) => void seen.push(failure));
  return { seen, stop, states: () => seen.map(({ event }) => event.state) };
}

test('an error that is about to be thrown is followed from its report on, until that is ended', async () => {
  const error = new Error('x');
  const { seen, states, stop } = follow(error);
  expect(seen).toEqual([]);
  const { eventId: id, at } = browserReporter.reportOnce(error, 'error')!;
  browserReporter.reportOnce(new Error('another'), 'error');
  await browserReporter.flush();
  setState(id, { state: 'queued' });
  setState(id, { state: 'sent' });
  stop();
  setState(id, { state: 'dropped', reason: 'why' });
  expect(states()).toEqual(['sending', 'queued', 'sent']);
  expect(seen[0]?.reference).toEqual({ label: 'Event', id, failedAt: at });
  expect(site.requested).toEqual([]);
});

test('what has a digest is followed at the server', async () => {
  const { seen, states } = follow({ digest });
  await waitUntil('the state', () => seen.length === 2);
  expect(states()).toEqual(['sending', 'sent']);
  expect(seen[0]?.reference).toEqual({ label: 'Digest', id: digest });
});

test('the id of an event that this page is sending is followed here, and not asked for', async () => {
  const { eventId: id } = browserReporter.reportOnce(new Error('queued here'), 'error')!;
  await browserReporter.flush();
  setState(id, { state: 'queued' });
  expect(follow({ digest: id }).states()).toEqual(['queued']);
  expect(site.requested).toEqual([]);
});

test('a digest that is not an event id is unknown', () => {
  expect(follow({ digest: '2338064195@E394' }).states()).toEqual(['unknown']);
  expect(site.requested).toEqual([]);
});

test('a callback that throws disturbs no report', async () => {
  const error = new Error('y');
  followFailure(error, () => {
    throw new Error('of the callback');
  });
  const { states } = follow(error);
  browserReporter.reportOnce(error, 'error');
  await browserReporter.flush();
  expect(states()).toEqual(['sending']);
  expect(takeConsole('warn')).toEqual(['A callback of followFailure() threw. Error: of the callback']);
});

test.each([
  '{',
  '{"reference":"Digest: a","event":{"state":"sent"}}',
  '{"reference":{"label":"Digest","id":"a"}}',
  'null',
])('no failure was shown where the storage has %s', (stored) => {
  sessionStorage.setItem('candor.shown-screen', stored);
  expect(lastShownFailure()).toBeUndefined();
  takeConsole('warn');
  vi.restoreAllMocks();
});
