import { once } from 'node:events';
import { Agent, createServer, get } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../support/loopback';
import { channel } from 'node:diagnostics_channel';
import { stateOfPatch } from '../../../../candor/src/internals/patch';
import { checkAnnounced, observeServers } from '../../../../candor/src/internals/server/request-start';

const names = ['request-start', 'socket-end', 'new-sockets'] as const;
const states = () => names.map((name) => stateOfPatch(name).state);

test('a connection and a request that came before anybody listened do not count as missing', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
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
  onTestFinished(() => {
    agent.destroy();
    server.close();
  });
  const responseOn = async (of: Agent) => {
    const [response] = await once(get(url, { agent: of }), 'response');
    response.resume();
    await once(response, 'end');
  };

  const first = responseOn(agent);
  await once(server, 'waits');
  observeServers({ requestStarts: [], responseFinishes: () => {}, socketOpens: () => {} });
  respond();
  await first;
  expect(states()).toEqual(['unproven', 'inEffect', 'unproven']);
  await responseOn(agent);
  expect(states()).toEqual(['inEffect', 'inEffect', 'unproven']);
  await responseOn(new Agent());
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
