import { fileURLToPath } from 'node:url';
import { startServer } from './processes.mjs';

/** Where the local inbox listens, and what the application has to be told of it. */
export function localInbox(port) {
  return {
    port,
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
