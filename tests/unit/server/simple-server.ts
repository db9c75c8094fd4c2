import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { respondWith, type Respond } from '../../support/fake-ingest';

export { respondWith } from '../../support/fake-ingest';

/** A site on loopback that responds to everything in one way, at first with an empty 200. */
export async function startSimpleServer() {
  let respond: Respond = respondWith(200);
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => respond(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
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
