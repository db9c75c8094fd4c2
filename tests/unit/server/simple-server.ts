import { createServer } from 'node:http';
import { respondWith, type Respond } from '../../support/fake-ingest';
import { listen } from './serve';

export { respondWith } from '../../support/fake-ingest';

/** A site on loopback that responds to everything in one way, at first with an empty 200. */
export async function startSimpleServer() {
  let respond: Respond = respondWith(200);
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => respond(response));
  });
  return {
    url: await listen(server),
    answer(next: Respond) {
      respond = next;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

export type SimpleServer = Awaited<ReturnType<typeof startSimpleServer>>;
