import { AsyncResource } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { singleton } from '../../shared/singleton.js';
import { patch, type Patch } from '../patch.js';

export type Exchange = { request: IncomingMessage; response: ServerResponse; socket: Socket; server: Server };

const own = patch('request-start');
const end = patch('socket-end');
const sockets = patch('new-sockets');

const announced = new WeakSet<ServerResponse>();
/** On each connection. */
const latest = new WeakMap<Socket, ServerResponse>();

/** By the ids of Node's asynchronous resources, which rise. */
let subscribedAt = Infinity;

type Listeners = {
  requestStarts: readonly ((exchange: Exchange) => void)[];
  responseFinishes?: (exchange: Exchange) => void;
  socketOpens?: (socket: Socket) => void;
};

/**
 * Calls these for every request of this process before Next has it, for every response when it was handed to the system, and for
 * every connection: https://nodejs.org/api/diagnostics_channel.html#http. A later call replaces them, since `next dev` registers again
 * on every change. Node ends the process when a subscriber throws.
 */
export function observeServers(listeners: Listeners): void {
  const slot = singleton<{ listeners?: Listeners }>('servers', () => ({}));
  const isSubscribed = slot.listeners !== undefined;
  slot.listeners = listeners;
  if (isSubscribed) return;
  subscribedAt = new AsyncResource('candor').asyncId();
  observe<Exchange>(own, 'http.server.request.start', (exchange) => {
    // Node may publish something else, of which some listeners have what they need.
    for (const listen of [check, ...(slot.listeners?.requestStarts ?? [])])
      own.attempt(() => listen(exchange, listeners), undefined);
  });
  if (listeners.responseFinishes)
    observe<Exchange>(end, 'http.server.response.finish', (exchange) => {
      end.seen();
      slot.listeners?.responseFinishes?.(exchange);
    });
  if (listeners.socketOpens)
    observe<{ socket: Socket }>(sockets, 'net.server.socket', ({ socket }) => {
      sockets.seen();
      slot.listeners?.socketOpens?.(socket);
    });
}

function observe<Message>(patch: Patch, channel: string, hear: (message: Message) => void): void {
  patch.install(() => subscribe(channel, (message) => void patch.attempt(() => hear(message as Message), undefined)));
}

function check({ response, socket }: Exchange, { responseFinishes, socketOpens }: Listeners): void {
  announced.add(response);
  if (socketOpens && isNew(socket)) sockets.expectSeen('A connection was not announced.');
  if (responseFinishes && latest.get(socket)?.writableFinished)
    end.expectSeen('The end of a response was not announced.');
  latest.set(socket, response);
  own.seen();
}

export function checkAnnounced(response: ServerResponse): void {
  if (announced.has(response) || !isNew(response.req.socket)) return;
  own.fail(new Error('A request was not announced.'));
  sockets.expectSeen('A connection was not announced.');
  response.once('finish', () => setImmediate(() => end.expectSeen('The end of a response was not announced.')));
}

/** Whether the connection was opened after `observeServers` was called. */
function isNew(socket: Socket): boolean {
  const { _handle: handle } = socket as Socket & { _handle?: { getAsyncId?: () => number } | null };
  return (handle?.getAsyncId?.() ?? 0) > subscribedAt;
}
