import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildRelease } from '../candor/src/build/build-release';
import { number, readAll, serverSchema, setting } from '../candor/src/start/settings';
import { buildApplication, buildPackage, followPackage, serverFile } from './build/build-application';
import { CommandError, loadEnvFile, runCommand, startNode, startTool, type Environment } from './run/processes';
import { root } from './run/root';

const isDevelopment = process.argv.includes('--dev');

await runCommand(start, { stoppedStatus: 0 });

async function start(): Promise<number> {
  loadEnvFile();
  const { SENTRY_AUTH_TOKEN } = process.env;
  delete process.env.SENTRY_AUTH_TOKEN; // Only the upload of the build uses it; no process that stays must have it.
  const env: Environment = {
    ...process.env,
    NODE_ENV: isDevelopment ? 'development' : 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    INBOX_URL: undefined, // Only this script sets it.
  };
  const schema = { ...serverSchema(false), inboxPort: setting('INBOX_PORT', number(1, 65_535), 8969) };
  const { port, host, inboxPort } = readAll(schema, env);
  const withInbox = env.SENTRY_DSN === undefined; // Any DSN, even an empty one, decides where events go.
  if (withInbox && port === inboxPort) throw new CommandError('PORT and INBOX_PORT are the same port.');
  await listenOnce('PORT', port, host); // Before a build, for which one would wait in vain.
  if (withInbox) await listenOnce('INBOX_PORT', inboxPort, '127.0.0.1');
  if (isDevelopment) {
    env.SENTRY_RELEASE = buildRelease(env, root);
    await buildPackage(env);
    followPackage(env);
  } else await buildApplication({ ...env, SENTRY_AUTH_TOKEN });

  console.log('Starting …');
  const inbox = withInbox ? startInbox(inboxPort) : undefined;
  const application = startApplication({ port, host, env: { ...env, ...inbox?.env } });
  const ready = announce(host, port, inbox);
  const status = await Promise.race([application.ended, ready.then(() => application.ended)]);
  console.error(`The application ended by itself, with status ${status}.`);
  return status;
}

/** @throws CommandError if nothing can listen there */
async function listenOnce(setting: string, port: number, host: string): Promise<void> {
  const probe = createServer().listen({ port, host });
  await once(probe, 'listening').catch(({ message }: Error) => {
    throw new CommandError(`${setting} ${port}: ${message}. Stop what listens there, or set another ${setting}.`);
  });
  await once(probe.close(), 'close');
}

/** Lets only errors through, because the output of the inbox is not the application's log. */
function startInbox(port: number) {
  const url = `http://localhost:${port}`;
  const env = { ...process.env, INBOX_PORT: String(port) };
  const args = [fileURLToPath(new URL('bootstrap.mjs', import.meta.url)), 'run/inbox'];
  const inbox = { url, env: { SENTRY_DSN: `http://inbox@127.0.0.1:${port}/1`, INBOX_URL: url }, isUp: true };
  const ended = startNode(args, env, 'ignore').ended.then(() => {
    inbox.isUp = false;
    console.error('The local inbox ended by itself; the application continues without it.');
  });
  return Object.assign(inbox, { ended });
}

function startApplication({ port, host, env }: { port: number; host: string; env: Environment }) {
  const applicationEnv = {
    ...env,
    PORT: String(port),
    HOSTNAME: host, // Containers set it to their own name, and the standalone server would listen on that only.
    OUTBOX_DIR: resolve(root, env.OUTBOX_DIR || '.outbox'), // The next build replaces the server's own folder.
  };
  return isDevelopment
    ? startTool('next', ['dev', '-H', host, '-p', String(port)], applicationEnv)
    : startNode([serverFile], applicationEnv);
}

async function announce(host: string, port: number, inbox?: ReturnType<typeof startInbox>): Promise<void> {
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  const url = `http://${name}:${port}`;
  await waitForResponse('The application', url);
  if (inbox) await Promise.race([waitForResponse('The local inbox', inbox.url), inbox.ended]);
  console.log(`\n  Application   ${url}`);
  console.log(`  Example page  ${url}/sentry-example-page`);
  if (inbox?.isUp) console.log(`  Local inbox   ${inbox.url}`);
  console.log('\n  Press Ctrl-C to stop.\n');
}

/** Resolves once the server responds, with any status. */
async function waitForResponse(name: string, url: string): Promise<void> {
  const signal = AbortSignal.timeout(60_000);
  // `fetch` says only "fetch failed"; the cause says why.
  const causeOf = ({ message, cause }: Error) => (cause instanceof Error ? cause.message : message);
  const ask = () => fetch(url, { method: 'HEAD', redirect: 'manual', signal }).then(() => undefined, causeOf);
  for (let cause = await ask(); cause !== undefined; cause = await ask()) {
    await delay(100);
    if (signal.aborted) throw new CommandError(`${name} did not respond at ${url} for a minute (${cause}).`);
  }
}
