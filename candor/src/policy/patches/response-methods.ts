import { ServerResponse } from 'node:http';
import type { Header } from '../settings.js';
import { patch } from './patches.js';

export type ResponseObserver = {
  /** Is called once for each response, before any of its body is sent or compressed. Without a body `part` is `undefined`. */
  bodyStarts: (response: ServerResponse, part: unknown, isAll: boolean) => void;
  /** Whether the head has to wait for that. A response that is flushed without a body after it waits for a moment. */
  needsBody: (response: ServerResponse) => boolean;
  /** Returns headers to add to the head that is being written; one that the response has by then stays as it is. */
  headEnds: (response: ServerResponse, status: number, contentType: unknown) => readonly Header[];
};

const own = patch('response-methods');

const observerOf = Symbol.for('candor.observe-responses');
const isStarted = Symbol('is started');
const isFlushed = Symbol('is flushed');
const ownWrite = Symbol('write');
const ownEnd = Symbol('end');

type Observed = { [observerOf]?: ResponseObserver };

// As Node and Next's compression have them, with all their forms of arguments.
type Method = (this: PatchedResponse, ...args: unknown[]) => unknown;
type PatchedResponse = ServerResponse & {
  [isStarted]?: true;
  [isFlushed]?: true;
  [ownWrite]?: Method;
  [ownEnd]?: Method;
};
type Name = 'write' | 'end' | 'writeHead' | 'writeHeader' | 'flushHeaders' | 'hasHeader' | 'setHeader';
type Prototype = Record<Name, Method>;

/**
 * Observes every response of this process. What wraps the methods of one response later, such as compression, stays inside of these
 * patches. A later call replaces the observer: `next dev` registers again on every change.
 */
export function observeResponses(observer: ResponseObserver): void {
  own.install(() => {
    const slot = ServerResponse as Observed;
    const isPatched = slot[observerOf] !== undefined;
    slot[observerOf] = observer;
    if (isPatched) return;
    const methods = ServerResponse.prototype as unknown as Prototype;
    patchBody(methods, 'write');
    patchBody(methods, 'end');
    patchHead(methods);
  });
}

const observed = () => (ServerResponse as Observed)[observerOf];

/** An accessor, so that the observer comes before whatever takes the method's place in one response. */
function patchBody(methods: Prototype, name: 'write' | 'end'): void {
  const original = methods[name];
  const ofResponse = name === 'write' ? ownWrite : ownEnd;
  Object.defineProperty(methods, name, {
    configurable: true,
    get(this: PatchedResponse): Method {
      const method = this[ofResponse] ?? original;
      if (this[isStarted]) return method;
      return function (...args) {
        if (!this[isStarted]) start(this, methods, args[0], name === 'end');
        return method.apply(this, args);
      };
    },
    set(this: PatchedResponse, method: Method) {
      this[ofResponse] = method;
    },
  });
}

function start(response: PatchedResponse, { flushHeaders }: Prototype, part: unknown, isAll: boolean): void {
  response[isStarted] = true;
  own.seen();
  const known = typeof part === 'function' ? undefined : part;
  own.attempt(() => observed()?.bodyStarts(response, known, isAll), undefined);
  if (response[isFlushed] && !response.headersSent) flushHeaders.call(response);
}

/**
 * Node calls `writeHead` too, for a head that nobody writes, and has it under two names:
 * https://nodejs.org/api/http.html#responsewriteheadstatuscode-statusmessage-headers
 */
function patchHead(methods: Prototype): void {
  const { writeHead, flushHeaders } = methods;
  methods.writeHead = methods.writeHeader = function (...head) {
    own.attempt(() => addHeaders(methods, this, head), undefined);
    return writeHead.apply(this, head);
  };
  // Next flushes a page just before it writes.
  methods.flushHeaders = function () {
    const needsBody = () => observed()?.needsBody(this) ?? false;
    if (this[isStarted] || !own.attempt(needsBody, false)) return flushHeaders.call(this);
    this[isFlushed] = true;
    return process.nextTick(() => this.headersSent || flushHeaders.call(this));
  };
}

/** By Node's own methods: Next has its own in each response, which look for cookies. */
function addHeaders(methods: Prototype, response: PatchedResponse, [status, ...rest]: readonly unknown[]): void {
  if (response.headersSent) return;
  const { hasHeader, setHeader } = methods;
  const headers = observed()?.headEnds(response, Number(status), contentTypeOf(response, rest)) ?? [];
  for (const [name, value] of headers) if (!hasHeader.call(response, name)) setHeader.call(response, name, value);
}

/** The headers of `writeHead` replace those that the response has. */
function contentTypeOf(response: ServerResponse, [reason, headers]: unknown[]): unknown {
  const replacing = headers ?? (typeof reason === 'string' ? undefined : reason);
  if (Array.isArray(replacing)) return undefined; // Its form differs by version of Node.
  const types = Object.entries(replacing ?? {}).filter(([name]) => name.toLowerCase() === 'content-type');
  return types.length > 0 ? types.at(-1)?.[1] : response.getHeader('Content-Type');
}
