import { AsyncResource } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test, vi } from 'vitest';
import { stateOfPatch } from '../../../../candor/src/internals/patch';
import { checkAnnounced, observeServers } from '../../../../candor/src/internals/server/request-start';

const states = () => ['request-start', 'new-sockets', 'socket-end'].map((name) => stateOfPatch(name).state);

test('what a runtime without Node’s ids does not announce is missing, five seconds after the start', async () => {
  vi.spyOn(AsyncResource.prototype, 'asyncId').mockReturnValue(0);
  vi.useFakeTimers({ toFake: ['performance'] });
  observeServers({ requestStarts: [], responseFinishes: () => {}, socketOpens: () => {} });
  const response = Object.assign(new EventEmitter(), { req: { socket: { _handle: null } } });
  checkAnnounced(response as unknown as ServerResponse);
  expect(states()).toEqual(['unproven', 'unproven', 'unproven']); // It may have come before the start.
  vi.advanceTimersByTime(5_001);
  checkAnnounced(response as unknown as ServerResponse);
  expect(states()).toEqual(['missing', 'missing', 'unproven']);
  response.emit('finish');
  await new Promise(setImmediate);
  expect(states()).toEqual(['missing', 'missing', 'missing']);
});
