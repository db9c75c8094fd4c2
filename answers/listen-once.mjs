import { once } from 'node:events';
import { createServer } from 'node:net';

/** Really listens for a moment, and gives back one sentence if that cannot be. `setting` is what sets the port. */
export async function listenOnce({ setting, port, host }) {
  const probe = createServer();
  try {
    await once(probe.listen({ port, host }), 'listening');
  } catch (error) {
    return error.code === 'EADDRINUSE'
      ? `${setting} ${port} is in use on ${host}: stop what listens there, or set another ${setting}.`
      : `${setting} ${port} on ${host} cannot be listened on (${error.message}).`;
  }
  await once(probe.close(), 'close');
}
