import { once } from 'node:events';
import { createServer } from 'node:net';
import { CommandError } from './command.mjs';

/**
 * Really listens for a moment on each `{ setting, port, host }`.
 * @throws CommandError naming the setting of the first that cannot be listened on.
 */
export async function assertPortsFree(listeners) {
  const [first, second] = listeners;
  if (first.port === second?.port) throw new CommandError(`${first.setting} and ${second.setting} are the same port.`);
  const probes = [];
  try {
    for (const listener of listeners) probes.push(await listen(listener));
  } finally {
    await Promise.all(probes.map((probe) => once(probe.close(), 'close')));
  }
}

async function listen({ setting, port, host }) {
  const probe = createServer();
  try {
    await once(probe.listen({ port, host }), 'listening');
    return probe;
  } catch (error) {
    throw new CommandError(
      error.code === 'EADDRINUSE'
        ? `${setting} ${port} is in use on ${host}: stop what listens there, or set another ${setting}.`
        : `${setting} ${port} on ${host} cannot be listened on (${error.message}).`,
    );
  }
}
