// @vitest-environment happy-dom
import consoleOfNode from 'node:console';
import { beforeEach, expect, test, vi } from 'vitest';
import { createBrowserOutbox } from '../../../candor/browser/report-storage';
import type { EventState } from '../../../candor/event-state';
import { respondWith, type Respond } from '../../support/fake-ingest';
import { takeConsole } from '../../support/quiet-console';
import { installLocks } from './fake-locks';
import { aFailure } from './make-reports';
import { answerFates, leave, takeLeftovers } from './take-orphaned-reports';

const failure = aFailure('broken');

beforeEach(() => {
  localStorage.clear();
  leave(installLocks(), failure);
  vi.spyOn(consoleOfNode, 'error').mockImplementation(() => {}); // Where happy-dom notes every failed request.
});

test.each<EventState>([{ state: 'sent' }, { state: 'queued' }, { state: 'dropped', reason: 'why' }, { state: 'off' }])(
  'tells what the server knows of a leftover, and does not capture it again: %j',
  async (fate) => {
    await answerFates(respondWith(200, fate));
    expect(await takeLeftovers(createBrowserOutbox())).toMatchObject({
      captured: [],
      told: [[failure.eventId, expect.objectContaining(fate)]],
    });
  },
);

test('waits for the fate of one that the server is just sending', async () => {
  const answers: Respond[] = [respondWith(200, { state: 'sending' }), respondWith(200, { state: 'sent' })];
  await answerFates((response) => answers.shift()?.(response));
  const { captured, told } = await takeLeftovers(createBrowserOutbox());
  expect(captured).toEqual([]);
  expect(told).toEqual([[failure.eventId, { state: 'sent' }]]);
});

test.each<[string, Respond]>([
  ['fails', respondWith(500)],
  ['does not answer', (response) => void response.destroy()],
])('captures a leftover when the server %s', async (_, respond) => {
  await answerFates(respond);
  expect((await takeLeftovers(createBrowserOutbox())).ids).toEqual([failure.eventId]);
  expect(takeConsole('warn')).toEqual([expect.stringContaining('could not be asked for')]);
});
