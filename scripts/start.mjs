import './require-node.mjs';
import { resolve } from 'node:path';
import { assertPortsFree } from './assert-ports-free.mjs';
import { buildApplication, serverFile } from './build-application.mjs';
import { releaseOf } from './build-stamp.mjs';
import { runCommand } from './command.mjs';
import { installDependencies } from './install-dependencies.mjs';
import { loadEnvFile, loadSettings } from './load-settings.mjs';
import { localInbox, startInbox } from './local-inbox.mjs';
import { startServer, startTool } from './processes.mjs';
import { root } from './root.mjs';
import { waitForAnswer } from './wait-for-answer.mjs';

const isDevelopment = process.argv.includes('--dev');

await runCommand(start, { stoppedStatus: 0 });

async function start() {
  await installDependencies();
  loadEnvFile();
  const { SENTRY_AUTH_TOKEN } = process.env;
  delete process.env.SENTRY_AUTH_TOKEN; // For the build's upload, and for no process that stays.
  const env = { ...process.env, NODE_ENV: isDevelopment ? 'development' : 'production', NEXT_TELEMETRY_DISABLED: '1' };
  delete env.INBOX_URL; // This script's own word to the application.
  const { port, host, inboxPort } = await loadSettings(env);
  // Any DSN, even an empty one, says where events go.
  const inbox = env.SENTRY_DSN === undefined ? localInbox(inboxPort) : undefined;
  await assertPortsFree([
    { setting: 'PORT', port, host },
    ...(inbox ? [{ setting: 'INBOX_PORT', port: inbox.port, host: inbox.host }] : []),
  ]);
  if (isDevelopment) env.SENTRY_RELEASE = releaseOf(env);
  else await buildApplication({ ...env, SENTRY_AUTH_TOKEN });

  console.log('Starting …');
  const inboxProcess = inbox && startInbox(inbox);
  const application = startApplication({ port, host, env: { ...env, ...inbox?.env } });
  const ready = announce(applicationUrl(host, port), inbox, inboxProcess);
  const status = await Promise.race([application.ended, ready.then(() => application.ended)]);
  console.error(`The application ended by itself, with status ${status}.`);
  return status;
}

function startApplication({ port, host, env }) {
  const applicationEnv = {
    ...env,
    PORT: String(port),
    HOSTNAME: host, // Containers set it to their own name, and the standalone server would listen on that only.
    OUTBOX_DIR: resolve(root, env.OUTBOX_DIR || '.outbox'), // The server's own folder is replaced by the next build.
  };
  return isDevelopment
    ? startTool('next', ['dev', '-H', host, '-p', String(port)], applicationEnv)
    : startServer(serverFile, { env: applicationEnv });
}

function applicationUrl(host, port) {
  if (['0.0.0.0', '::'].includes(host)) return `http://localhost:${port}`;
  return host.includes(':') ? `http://[${host}]:${port}` : `http://${host}:${port}`;
}

async function announce(url, inbox, inboxProcess) {
  let inboxEnded = false;
  inboxProcess?.ended.then(() => {
    inboxEnded = true;
    console.error('The local inbox ended by itself; the application goes on without it.');
  });
  await waitForAnswer('The application', url);
  if (inbox) await Promise.race([waitForAnswer('The local inbox', inbox.url), inboxProcess.ended]);

  console.log(`\n  Application   ${url}`);
  console.log(`  Example page  ${url}/sentry-example-page`);
  if (inbox && !inboxEnded) console.log(`  Local inbox   ${inbox.url}`);
  console.log('\n  Ctrl-C ends everything.\n');
}
