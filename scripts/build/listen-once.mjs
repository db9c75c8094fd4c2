import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port and a host to listen on, and the name of the setting that chose the port.
 * @typedef {{ setting: string; port: number; host: string }} Listener
 */

/**
 * Listens for a moment, and resolves to one sentence if that fails.
 * @param {Listener} listener
 * @returns {Promise<string | undefined>}
 */
export async function listenOnce({ setting, port, host }) {
  const probe = createServer();
  try {
    await once(probe.listen({ port, host }), 'listening');
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    return code === 'EADDRINUSE'
      ? `${setting} ${port} is in use on ${host}: stop what listens there, or set another ${setting}.`
      : `${setting} ${port} on ${host} cannot be listened on (${message}).`;
  }
  await once(probe.close(), 'close');
  return undefined;
}
