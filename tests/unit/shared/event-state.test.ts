// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { followEventState } from '../../../candor/src/browser/follow-event-state';
import { formatState, isEventState, type EventState } from '../../../candor/src/shared/event-state';
import { takeConsole } from '../../support/quiet-console';
import { servePage } from '../browser/serve-page';

const eventId = '0123456789abcdef0123456789abcdef';

test('a state is one of those that are known, and a dropped one has a reason', () => {
  const valid: EventState[] = [{ state: 'sent', afterMs: 5 }, { state: 'unknown' }, { state: 'dropped', reason: 'x' }];
  const invalid = [null, undefined, 'sent', [], {}, ...[5, 'lost', 'toString', 'dropped'].map((state) => ({ state }))];
  expect([valid.filter(isEventState), invalid.filter(isEventState)]).toEqual([valid, []]);
  expect(valid.map(formatState)).toEqual(['sent', 'not known to this server', 'dropped: x']);
});

// The tests of browser/sdk and of screens prove when it ends.
test('the state of an event is asked for again after a response that failed, which is named', async () => {
  const statuses = [500, 200];
  const site = await servePage((response) => response.writeHead(statuses.shift() ?? 404).end('{"state":"sent"}'));
  const followed: EventState[] = [];
  expect(await followEventState(eventId, (event) => followed.push(event) > 0)).toEqual({ state: 'sent' });
  expect(followed).toEqual([{ state: 'unknown' }, { state: 'sent' }]);
  expect(site.requested).toEqual(Array(2).fill(`/monitoring?event=${eventId}`));
  expect(takeConsole('warn')).toEqual([expect.stringContaining('/monitoring responded with 500')]);
});
