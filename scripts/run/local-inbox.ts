import { fileURLToPath } from 'node:url';
import { startNode } from './processes';

/** Where the local inbox listens, and the settings with which the application reports to it. */
export function localInbox(port: number) {
  return {
    port,
    host: '127.0.0.1',
    url: `http://localhost:${port}`,
    env: { SENTRY_DSN: `http://inbox@127.0.0.1:${port}/1`, INBOX_URL: `http://localhost:${port}` },
  };
}

export type LocalInbox = ReturnType<typeof localInbox>;

/** Lets only errors through, because the output of the inbox is not the application's log. */
export function startInbox({ port }: LocalInbox) {
  const bootstrap = fileURLToPath(new URL('../bootstrap.mjs', import.meta.url));
  const env = { ...process.env, INBOX_PORT: String(port) };
  return startNode([bootstrap, 'run/inbox'], { env, stdout: 'ignore' });
}
