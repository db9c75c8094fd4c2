import { once } from 'node:events';
import { createServer } from 'node:net';

// `npm run build` puts this file beside Next's server.js, which calls `checkPort` first. PORT is the only setting that is checked
// before Next starts: Next would replace an invalid port by 3000 before any code of ours runs, and would report a port in use
// with a stack.

/** Ends this process with one sentence if its server cannot listen. */
export async function checkPort() {
  const { PORT = '3000', HOSTNAME = '0.0.0.0' } = process.env;
  const isPort = /^\d{1,5}$/.test(PORT) && Number(PORT) >= 1 && Number(PORT) <= 65_535;
  const problem = isPort
    ? await listenOnce('PORT', Number(PORT), HOSTNAME)
    : 'Settings: PORT must be a number from 1 to 65535.';
  if (problem === undefined) return;
  console.error(problem);
  process.exit(1);
}

/**
 * Listens for a moment, and resolves to one sentence if that fails.
 * @param {string} setting the name of the setting that chose the port
 * @param {number} port
 * @param {string} host
 * @returns {Promise<string | undefined>}
 */
export async function listenOnce(setting, port, host) {
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
