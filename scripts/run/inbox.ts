import { readdirSync, readFileSync } from 'node:fs';
import { Server } from 'node:net';
import { setupSpotlight } from '@spotlightjs/spotlight';

// The local inbox, in a process of its own: Spotlight by its exported function, because its command line reports to the
// Sentry project of its authors.

// Spotlight listens on every interface and has no option for one; the inbox is meant for this machine only.
const listen = Reflect.get(Server.prototype, 'listen') as (...args: unknown[]) => Server;
Server.prototype.listen = function onLoopback(this: Server, port: unknown, _host: unknown, ...others: unknown[]) {
  return listen.call(this, port, '127.0.0.1', ...others);
};

const folder = new URL('../ui/', import.meta.resolve('@spotlightjs/spotlight'));
const read = (name: string) => readFileSync(new URL(name, folder));
const assets = readdirSync(new URL('assets/', folder)).map((name) => `assets/${name}`);
// The page reports to the same Sentry project. A second policy beside its own forbids that.
const policy = `<meta http-equiv="Content-Security-Policy" content="connect-src 'self'">`;
const page = read('index.html').toString().replace('<head>', `<head>${policy}`);

const silent = () => {};
const server = await setupSpotlight({
  port: Number(process.env.INBOX_PORT),
  filesToServe: { ...Object.fromEntries(assets.map((name) => [name, read(name)])), 'index.html': Buffer.from(page) },
  isStandalone: true,
  logger: { debug: silent, info: silent, warn: console.error, error: console.error },
});
if (!server) throw new Error('Another Spotlight took the port of the inbox.');
