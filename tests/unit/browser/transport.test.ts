import { expect, test } from 'vitest';
import { classifyTunnelResponse } from '../../../candor/src/browser/transport';
import type { EventState } from '../../../candor/src/shared/event-state';

const retry = { state: 'retry' } as const;
const dropped = (reason: string) => ({ state: 'dropped', reason }) as const;

test.each<[number, unknown, EventState | typeof retry]>([
  [200, { state: 'sent' }, { state: 'sent' }],
  [200, {}, retry],
  [200, { state: 'dropped', reason: 'known' }, dropped('known')],
  [200, { state: 'dropped' }, retry],
  [202, { state: 'queued' }, { state: 'queued' }],
  [202, {}, retry],
  [302, {}, retry],
  [404, { error: 'Reporting is off on this server.' }, { state: 'off' }],
  [404, { error: 'no such project', state: 'dropped' }, dropped('no such project')],
  [404, {}, dropped('the server responded with 404')],
  [408, { error: 'The envelope arrived too slowly.' }, retry],
  [413, {}, dropped('the server responded with 413')],
  [400, { error: 'No envelope.' }, dropped('No envelope.')],
  [400, { error: { code: 7 } }, dropped('the server responded with 400')],
  [200, null, retry],
  [403, undefined, dropped('the server responded with 403')],
  [429, {}, retry],
  [500, {}, retry],
  [503, {}, retry],
])('classifies %i with %j as %j', (status, body, state) => expect(classifyTunnelResponse(status, body)).toEqual(state));
