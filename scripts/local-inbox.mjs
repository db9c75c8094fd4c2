import { fileURLToPath } from 'node:url';
import { CommandError } from './command.mjs';
import { startServer } from './processes.mjs';

const defaultPort = 8969;

/** Where the local inbox listens, or `undefined` if a DSN, even an empty one, says where events go. */
export function localInbox(env) {
  if (env.SENTRY_DSN !== undefined) return undefined;
  const port = env.INBOX_PORT || String(defaultPort);
  if (!/^\d{1,5}$/.test(port) || port < 1 || port > 65_535) {
    throw new CommandError('Settings: INBOX_PORT must be a number from 1 to 65535.');
  }
  return {
    port: Number(port),
    host: '127.0.0.1',
    url: `http://localhost:${port}`,
    env: { SENTRY_DSN: `http://inbox@127.0.0.1:${port}/1`, INBOX_URL: `http://localhost:${port}` },
  };
}

/** Its output is not the application's log, so only its errors are let through. */
export function startInbox({ port }) {
  const program = fileURLToPath(new URL('./inbox.mjs', import.meta.url));
  return startServer(program, { env: { ...process.env, INBOX_PORT: String(port) }, stdout: 'ignore' });
}
