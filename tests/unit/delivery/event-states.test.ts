import { expect, test, vi } from 'vitest';
import { EventStates } from '../../../candor/src/delivery/event-states';

const log = { warn: vi.fn() };

test('measures the time from the first record of an event to its being sent', () => {
  const events = new EventStates(log);
  const times = [1_000.2, 1_400.7, 2_000.4];
  vi.spyOn(performance, 'now').mockImplementation(() => times.shift() ?? NaN);
  for (const state of ['sending', 'sending', 'sent'] as const) events.record('a', { state });
  expect(events.stateOf('a')).toEqual({ state: 'sent', afterMs: 1_000 });
});

test('an event that was sent stays so, whatever becomes of what is posted again', () => {
  const published: unknown[] = [];
  const events = new EventStates(log, (_, { state }) => published.push(state));
  for (const state of ['sending', 'sent', 'sending', 'queued'] as const) events.record('a', { state });
  events.learn('b', { state: 'sent' });
  events.record('b', { state: 'queued' });
  expect([events.stateOf('a').state, events.stateOf('b').state]).toEqual(['sent', 'sent']);
  expect(published).toEqual(['sending', 'sent']);
});
