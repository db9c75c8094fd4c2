import { ServerResponse, type IncomingMessage } from 'node:http';
import { singleton } from '../../shared/singleton.js';
import { patch } from '../patch.js';
import { checkAnnounced } from './request-start.js';

type Listener = (response: ServerResponse) => void;

const statusCode = Symbol('status code');
const wasNotified = Symbol('was notified');

type Watched = ServerResponse & { [statusCode]?: number; [wasNotified]?: true };

const own = patch('response-status');

/** Calls this once for each response of 400 or more before its head is sent: with `writeHead(404)` only the body can change. */
export function onFailureStatus(listener: Listener): void {
  // `next dev` registers again on every change.
  singleton('failure-status', watchStatus, ServerResponse).listener = listener;
}

function watchStatus(): { listener?: Listener } {
  const slot: { listener?: Listener } = {};
  own.install(() =>
    Object.defineProperty(ServerResponse.prototype, 'statusCode', {
      configurable: true,
      enumerable: true,
      get(this: Watched) {
        return this[statusCode] ?? 200;
      },
      set(this: Watched, status: number) {
        this[statusCode] = status;
        own.seen();
        if (!(status >= 400) || this[wasNotified] || this.headersSent) return;
        if (!(this.req as Partial<IncomingMessage> | undefined)?.headers) return; // As in tests of handlers.
        this[wasNotified] = true;
        checkAnnounced(this);
        own.attempt(() => slot.listener?.(this), undefined);
      },
    }),
  );
  return slot;
}
