// @vitest-environment happy-dom
import consoleOfNode from 'node:console';
import { beforeEach, expect, test, vi } from 'vitest';
import { createReportStorage } from '../../../candor/browser/report-storage';
import type { EventState } from '../../../candor/event-state';
import { respondWith, type Respond } from '../../support/fake-ingest';
import { takeConsole } from '../../support/quiet-console';
import { installLocks } from './fake-locks';
import { aFailure } from './make-reports';
import { leaveOrphans, serveStates, takeOrphans } from './take-orphaned-reports';

const failure = aFailure('broken');

beforeEach(() => {
  localStorage.clear();
  leaveOrphans(installLocks(), failure);
  vi.spyOn(consoleOfNode, 'error').mockImplementation(() => {}); // Where happy-dom logs every failed request.
});

test.each<EventState>([{ state: 'sent' }, { state: 'queued' }, { state: 'dropped', reason: 'why' }, { state: 'off' }])(
  'settles an orphaned report that the server knows, and does not capture it: %j',
  async (state) => {
    await serveStates(respondWith(200, state));
    expect(await takeOrphans(createReportStorage())).toMatchObject({
      captured: [],
      settled: [[failure.eventId, expect.objectContaining(state)]],
    });
  },
);

test('waits while the server is sending the event', async () => {
  const responses: Respond[] = [respondWith(200, { state: 'sending' }), respondWith(200, { state: 'sent' })];
  await serveStates((response) => responses.shift()?.(response));
  const { captured, settled } = await takeOrphans(createReportStorage());
  expect(captured).toEqual([]);
  expect(settled).toEqual([[failure.eventId, { state: 'sent' }]]);
});

test.each<[string, Respond]>([
  ['fails', respondWith(500)],
  ['does not respond', (response) => void response.destroy()],
  ['responds with no state', respondWith(200, { state: 'lost' })],
  ['responds with something else than JSON', respondWith(200, '<html>')],
])('captures an orphaned report when the server %s', async (_, respond) => {
  await serveStates(respond);
  expect((await takeOrphans(createReportStorage())).ids).toEqual([failure.eventId]);
  expect(takeConsole('warn')).toEqual([expect.stringContaining('could not be loaded')]);
});
