import { readdirSync, readFileSync } from 'node:fs';
import { Server } from 'node:net';
import { setupSpotlight } from '@spotlightjs/spotlight';

// The local inbox, in a process of its own: Spotlight by its exported function, because its command line reports to the
// Sentry project of its authors.

// Spotlight listens on every interface and has no option for one; the inbox is meant for this machine only.
const listen: (this: Server, port: number, host: string, onListening?: () => void) => Server = Server.prototype.listen;
Server.prototype.listen = function listenOnLoopback(
  this: Server,
  port: number,
  _host: string,
  onListening?: () => void,
) {
  return listen.call(this, port, '127.0.0.1', onListening);
} as typeof Server.prototype.listen;

const silent = () => {};
const server = await setupSpotlight({
  port: Number(process.env.INBOX_PORT),
  filesToServe: userInterface(),
  isStandalone: true,
  logger: { debug: silent, info: silent, warn: console.error, error: console.error },
});
if (!server) throw new Error('Another Spotlight took the port of the inbox.');

function userInterface(): Record<string, Buffer> {
  const folder = new URL('../ui/', import.meta.resolve('@spotlightjs/spotlight'));
  const read = (name: string) => readFileSync(new URL(name, folder));
  const assets = readdirSync(new URL('assets/', folder)).map((name) => `assets/${name}`);
  return {
    ...Object.fromEntries(assets.map((name) => [name, read(name)])),
    'index.html': Buffer.from(withoutReports(read('index.html').toString())),
  };
}

// The page reports to the same Sentry project. A second policy beside its own forbids that.
function withoutReports(page: string): string {
  return page.replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="connect-src 'self'">`);
}
