import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { close, listen } from '../../../support/loopback';
import { openRaw } from '../../../support/raw-connection';
import { stateOfPatch } from '../../../../candor/src/internals/patch';
import { checkAnnounced, observeServers } from '../../../../candor/src/internals/server/request-start';

const names = ['request-start', 'socket-end', 'new-sockets'] as const;
const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const states = () => names.map((name) => stateOfPatch(name).state);

test('a connection and a request that came before anybody listened do not count as missing', async () => {
  let respond = () => {};
  const server = createServer((_, response) => {
    respond = () => {
      checkAnnounced(response);
      response.end();
    };
    if (states()[0] !== 'unproven') respond();
    else server.emit('waits');
  });
  const { url } = await listen(server);
  onTestFinished(() => close(server));

  const early = await openRaw(url);
  early.write(get);
  await once(server, 'waits');
  observeServers({ requestStarts: [], responseFinishes: () => {}, socketOpens: () => {} });
  respond();
  await early.response(0);
  expect(states()).toEqual(['unproven', 'inEffect', 'unproven']);
  early.write(get);
  await early.response(1);
  expect(states()).toEqual(['inEffect', 'inEffect', 'unproven']);
  const later = await openRaw(url);
  later.write(get);
  await later.response(0);
  expect(states()).toEqual(['inEffect', 'inEffect', 'inEffect']);
});

test('a request that Node publishes in another form is counted, and ends no process', async () => {
  const thrown: unknown[] = [];
  const keep = (error: unknown) => void thrown.push(error);
  process.on('uncaughtException', keep);
  onTestFinished(() => void process.off('uncaughtException', keep));
  const started: unknown[] = [];
  observeServers({ requestStarts: [(one) => started.push(one)], responseFinishes: () => {}, socketOpens: () => {} });
  for (const message of [{}, { response: {} }]) channel('http.server.request.start').publish(message);
  await new Promise(setImmediate); // Node throws what a subscriber throws in the next tick.
  expect(thrown).toEqual([]);
  expect(stateOfPatch('request-start').state).toBe('missing');
  expect(started).toMatchObject([{}, { response: {} }]);
});
