import { readdirSync, readFileSync } from 'node:fs';
import { Server } from 'node:net';
import { setupSpotlight } from '@spotlightjs/spotlight';

// The local inbox: Spotlight through its exported function, because its command line reports to its maker's Sentry.

// It takes every address of the machine and has no option for one; what it shows is meant for this machine only.
const { listen } = Server.prototype;
Server.prototype.listen = function listenOnLoopback(port, _host, onListening) {
  return listen.call(this, port, '127.0.0.1', onListening);
};

const silent = () => {};
const server = await setupSpotlight({
  port: Number(process.env.INBOX_PORT),
  filesToServe: userInterface(),
  isStandalone: true,
  logger: { debug: silent, info: silent, warn: console.error, error: console.error },
});
if (!server) throw new Error('Another Spotlight took the port of the inbox.');

function userInterface() {
  const folder = new URL('../ui/', import.meta.resolve('@spotlightjs/spotlight'));
  const read = (name) => readFileSync(new URL(name, folder));
  const assets = readdirSync(new URL('assets/', folder)).map((name) => `assets/${name}`);
  return {
    ...Object.fromEntries(assets.map((name) => [name, read(name)])),
    'index.html': Buffer.from(withoutReports(read('index.html').toString())),
  };
}

// The page, too, would report to its maker's Sentry; a policy of ours beside its own forbids that.
function withoutReports(page) {
  return page.replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="connect-src 'self'">`);
}
