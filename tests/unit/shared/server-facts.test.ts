import { createServer } from 'node:http';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import type { Delivery } from '../../../candor/src/delivery/delivery';
import { parseDsn } from '../../../candor/src/envelope/dsn';
import { requestContext } from '../../../candor/src/http/request-context';
import { createEventBudget } from '../../../candor/src/monitoring/event-budget';
import { nodeRequest, reportingStatus, sampleFailures } from '../../../candor/src/shared/server-facts';
import { rawRequest } from '../../support/raw-request';
import { handleAll } from '../http/handle-all';
import { listen } from '../server/serve';
import { installTestContext } from '../server/test-context';

const key = Symbol.for('candor.server-context');
afterEach(() => void Reflect.deleteProperty(globalThis, key));

test.each([reportingStatus, sampleFailures, nodeRequest])('%o says why it knows nothing before the start', (ask) => {
  expect(ask).toThrow('register() of candor/instrumentation installs it in the Node runtime');
  Reflect.set(globalThis, key, { context: { runtime: 'edge' } });
  expect(ask).toThrow('not in a build, in the edge runtime');
});

test('whether reporting is on, the last event, and since when the service is down', () => {
  installTestContext();
  expect(reportingStatus()).toEqual({ reporting: 'off' });
  const downSince = '2026-11-20T12:00:00.000Z';
  const delivery = { stats: () => ({ downSince }), last: () => ({ state: 'queued' }) } as unknown as Delivery;
  installTestContext({
    reporting: {
      state: 'on',
      dsn: parseDsn('https://key@example.test/42'),
      delivery,
      tunnel: () => Promise.reject(new Error('not used')),
      eventBudget: createEventBudget({ perHour: 1, perDay: 1 }),
    },
  });
  expect(reportingStatus()).toEqual({ reporting: 'on', lastEvent: { state: 'queued' }, downSince });
});

test('the request that code runs for, with which a page sets its status', async () => {
  handleAll();
  installTestContext({ requestContext });
  expect(nodeRequest()).toBeUndefined();
  const server = createServer((request, response) => {
    const own = nodeRequest();
    expect(own).toEqual({ request, response });
    own!.response.statusCode = 429;
    response.end();
  });
  onTestFinished(() => void server.close());
  expect(await rawRequest(await listen(server), { path: '/' })).toMatchObject({ status: 429 });
});
