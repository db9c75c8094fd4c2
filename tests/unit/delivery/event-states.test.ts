import { expect, test, vi } from 'vitest';
import { EventStates } from '../../../candor/src/delivery/event-states';

const log = { warn: vi.fn() };

test('forgets the event that was recorded longest ago, and goes on counting', () => {
  const events = new EventStates(log, { maxRemembered: 2 });
  events.record('a', { state: 'sending' });
  events.record('b', { state: 'sending' });
  events.record('a', { state: 'sent' });
  events.record('c', { state: 'sent' });
  expect(['a', 'b', 'c'].map((id) => events.stateOf(id).state)).toEqual(['sent', 'unknown', 'sent']);
  expect(events.counters.sent).toBe(2);
});

test('measures the time from the first record of an event to its being sent', () => {
  let now = 1_000.2;
  const events = new EventStates(log, { now: () => now });
  events.record('a', { state: 'sending' });
  now = 1_400.7;
  events.record('a', { state: 'sending' });
  now = 2_000.4;
  events.record('a', { state: 'sent' });
  expect(events.stateOf('a')).toEqual({ state: 'sent', afterMs: 1_000 });
});

test('an event that was sent stays so, whatever becomes of what is posted again', () => {
  const published: unknown[] = [];
  const events = new EventStates(log, { publish: (_, { state }) => published.push(state) });
  for (const state of ['sending', 'sent', 'sending', 'queued'] as const) events.record('a', { state });
  events.learn('b', { state: 'sent' });
  events.record('b', { state: 'queued' });
  expect([events.stateOf('a').state, events.stateOf('b').state]).toEqual(['sent', 'sent']);
  expect(published).toEqual(['sending', 'sent']);
});
