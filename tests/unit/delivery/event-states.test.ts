import { expect, test } from 'vitest';
import { createLedger } from '../../../candor/delivery/event-states';

test('knows the latest state of an event, and nothing of one it never met', () => {
  const ledger = createLedger();
  ledger.record('a', { state: 'sending' });
  ledger.record('a', { state: 'dropped', reason: 'why' });
  expect(ledger.stateOf('a')).toEqual({ state: 'dropped', reason: 'why' });
  expect(ledger.stateOf('b')).toEqual({ state: 'unknown' });
});

test('counts what was sent, and what was dropped by reason, with and without an event id', () => {
  const ledger = createLedger();
  ledger.record('a', { state: 'sending' });
  ledger.record('a', { state: 'sent' });
  ledger.record(undefined, { state: 'sent' });
  ledger.record('b', { state: 'dropped', reason: 'one' });
  ledger.record('c', { state: 'dropped', reason: 'one' });
  ledger.record(undefined, { state: 'dropped', reason: 'other' });
  expect(ledger.counters).toMatchObject({ sent: 2, dropped: { one: 2, other: 1 } });
});

test('forgets the event that was recorded longest ago, and goes on counting', () => {
  const ledger = createLedger({ remembered: 2 });
  ledger.record('a', { state: 'sending' });
  ledger.record('b', { state: 'sending' });
  ledger.record('a', { state: 'sent' });
  ledger.record('c', { state: 'sent' });
  expect(['a', 'b', 'c'].map((id) => ledger.stateOf(id).state)).toEqual(['sent', 'unknown', 'sent']);
  expect(ledger.counters.sent).toBe(2);
});

test('tells how long it took from the first word of an event to its acceptance', () => {
  let now = 1_000.2;
  const ledger = createLedger({ now: () => now });
  ledger.record('a', { state: 'sending' });
  now = 1_400.7;
  ledger.record('a', { state: 'sending' });
  now = 2_000.4;
  ledger.record('a', { state: 'sent' });
  expect(ledger.stateOf('a')).toEqual({ state: 'sent', afterMs: 1_000 });
});

test('knows the latest event of which something became, though later ones are still on their way', () => {
  const ledger = createLedger();
  expect(ledger.last()).toBeUndefined();
  ledger.record('a', { state: 'sent' });
  ledger.record(undefined, { state: 'dropped', reason: 'why' });
  ledger.record('b', { state: 'sending' });
  expect(ledger.last()).toEqual({ state: 'dropped', reason: 'why' });
  ledger.record('c', { state: 'queued' });
  expect(ledger.last()).toEqual({ state: 'queued' });
  ledger.record('c', { state: 'unknown' });
  expect(ledger.last()).toEqual({ state: 'queued' }); // That nothing is known of an event is nothing that became of it.
});
