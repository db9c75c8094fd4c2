import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildApplication, serverFile } from './build/build-application';
import { releaseOf } from './build/release';
import { buildPackage, followPackage } from './build/build-package';
import { checkPorts } from './run/check-ports';
import { runCommand } from './run/cli';
import { loadEnvFile, loadSettings } from './run/load-settings';
import { localInbox, startInbox, type LocalInbox } from './run/local-inbox';
import { startNode, startTool, type Environment } from './run/processes';
import { root } from './run/root';
import { waitForResponse } from './run/wait-for-response';

const isDevelopment = process.argv.includes('--dev');
const examplePage = 'app/sentry-example-page'; // An application may have removed it.

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
  const { port, host, inboxPort } = loadSettings(env);
  // Any DSN, even an empty one, decides where events go.
  const inbox = env.SENTRY_DSN === undefined ? localInbox(inboxPort) : undefined;
  await checkPorts([
    { setting: 'PORT', port, host },
    ...(inbox ? [{ setting: 'INBOX_PORT', port: inbox.port, host: inbox.host }] : []),
  ]);
  if (isDevelopment) {
    env.SENTRY_RELEASE = releaseOf(env);
    await buildPackage(env);
    followPackage(env);
  } else await buildApplication({ ...env, SENTRY_AUTH_TOKEN });

  console.log('Starting …');
  const inboxEnded = inbox && startInbox(inbox).ended;
  const application = startApplication({ port, host, env: { ...env, ...inbox?.env } });
  const ready = announce(applicationUrl(host, port), inbox && inboxEnded && { ...inbox, ended: inboxEnded });
  const status = await Promise.race([application.ended, ready.then(() => application.ended)]);
  console.error(`The application ended by itself, with status ${status}.`);
  return status;
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
    : startNode([serverFile], { env: applicationEnv });
}

function applicationUrl(host: string, port: number): string {
  if (['0.0.0.0', '::'].includes(host)) return `http://localhost:${port}`;
  return host.includes(':') ? `http://[${host}]:${port}` : `http://${host}:${port}`;
}

async function announce(url: string, inbox?: LocalInbox & { ended: Promise<number> }): Promise<void> {
  let inboxEnded = false;
  void inbox?.ended.then(() => {
    inboxEnded = true;
    console.error('The local inbox ended by itself; the application goes on without it.');
  });
  await waitForResponse('The application', url);
  if (inbox) await Promise.race([waitForResponse('The local inbox', inbox.url), inbox.ended]);

  console.log(`\n  Application   ${url}`);
  if (existsSync(join(root, examplePage))) console.log(`  Example page  ${url}/sentry-example-page`);
  if (inbox && !inboxEnded) console.log(`  Local inbox   ${inbox.url}`);
  console.log('\n  Press Ctrl-C to stop.\n');
}
