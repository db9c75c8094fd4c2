import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { holdServersOpen } from '../../../../candor/src/internals/server/server-close';
import { listen } from '../../server/serve';

test('a server that is held open listens until it is let go, and then calls back', async () => {
  const server = createServer();
  await listen(server);
  const letGo = holdServersOpen();
  const said: string[] = [];
  expect(server.close(() => said.push('closed'))).toBe(server);
  await new Promise(setImmediate);
  expect({ listening: server.listening, said }).toEqual({ listening: true, said: [] });
  letGo();
  await once(server, 'close');
  expect({ listening: server.listening, said }).toEqual({ listening: false, said: ['closed'] });
});

test('a server is closed as ever when none is held any more', async () => {
  holdServersOpen()();
  const server = createServer();
  await listen(server);
  await new Promise((resolve) => server.close(resolve));
  expect(server.listening).toBe(false);
});
