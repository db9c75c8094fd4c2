import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo, Server as RawServer } from 'node:net';

/** Lets a server listen on this port of 127.0.0.1, or on any. Rejects if it cannot. */
export async function listen(server: RawServer, port = 0): Promise<{ url: string; port: number }> {
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const address = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${address.port}`, port: address.port };
}

/** Ends its connections, and closes its port. */
export async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
