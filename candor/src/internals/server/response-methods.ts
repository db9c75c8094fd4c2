import { ServerResponse } from 'node:http';
import { patch } from '../patch.js';

export type Header = readonly [name: string, value: string];

export type ResponseObserver = {
  /**
   * Is called once for each response with a body, before any of it is sent or compressed.
   * @param part a string or bytes; `undefined`: the response ends without a body
   * @param isAll whether the response ends with this part
   */
  bodyStarts: (response: ServerResponse, part: unknown, isAll: boolean) => void;
  /** Whether the head has to wait for that. A response that is flushed without a body after it waits for a moment. */
  needsBody: (response: ServerResponse) => boolean;
  /**
   * Is called when the head of a response is written: only then its status and its type are known.
   * @returns headers to add; one that the response has by then stays as it is
   */
  headEnds: (response: ServerResponse, status: number, contentType: unknown) => readonly Header[];
  /**
   * Is called when one of the others threw. The response goes on without it.
   * @returns headers to add if its head is being written
   */
  failed: (response: ServerResponse, error: unknown) => readonly Header[];
};

/**
 * Returns what to send in place of a part of a body, before it is compressed. What was held back of earlier parts has to be in
 * what is returned for the last one, which may be `undefined`.
 */
export type TransformPart = (part: unknown, place: { isLast: boolean; encoding: unknown }) => unknown;

const own = patch('response-methods');

const observerOf = Symbol.for('candor.observe-responses');
const isStarted = Symbol('is started');
const isFlushed = Symbol('is flushed');
const ownWrite = Symbol('write');
const ownEnd = Symbol('end');
const transforms = Symbol('transforms');

type Observed = { [observerOf]?: ResponseObserver };

// As Node and Next's compression have them, with all their forms of arguments.
type Method = (this: PatchedResponse, ...args: unknown[]) => unknown;
type PatchedResponse = ServerResponse & {
  [isStarted]?: true;
  [isFlushed]?: true;
  [ownWrite]?: Method;
  [ownEnd]?: Method;
  [transforms]?: readonly TransformPart[];
};
type Prototype = Record<
  'write' | 'end' | 'writeHead' | 'writeHeader' | 'flushHeaders' | 'hasHeader' | 'setHeader',
  Method
>;

/**
 * Observes every response of this process from now on; `observeResponse` adds older ones.
 *
 * Patches `ServerResponse.prototype`. What wraps the methods of one response later, such as compression, stays inside of these
 * patches. A later call replaces the observer: `next dev` registers again on every change.
 */
export function observeResponses(observer: ResponseObserver): void {
  own.install(() => {
    const slot = ServerResponse as Observed;
    const isPatched = slot[observerOf] !== undefined;
    slot[observerOf] = observer;
    if (isPatched) return;

    patchMethods(ServerResponse.prototype as unknown as Prototype);
  });
}

/** The same for a response that an adapter has made. */
export function observeResponseOfAdapter(response: ServerResponse): void {
  own.attempt(() => patchMethods(response as unknown as Prototype), undefined);
}

/** @param methods those of every response, or of one */
function patchMethods(methods: Prototype): void {
  const { flushHeaders } = methods;
  const observed = () => (ServerResponse as Observed)[observerOf];
  patchBody(methods, 'write', start);
  patchBody(methods, 'end', start);
  patchHead(methods);
  // Next flushes a page just before it writes.
  methods.flushHeaders = function () {
    const needsBody = () => observed()?.needsBody(this) ?? false;
    if (this[isStarted] || !own.attempt(needsBody, false)) return flushHeaders.call(this);
    this[isFlushed] = true;
    return process.nextTick(() => this.headersSent || flushHeaders.call(this));
  };

  function start(response: PatchedResponse, part: unknown, isAll: boolean) {
    response[isStarted] = true;
    own.seen();
    const known = typeof part === 'function' ? undefined : part;
    own.attempt(() => {
      try {
        observed()?.bodyStarts(response, known, isAll);
      } catch (error) {
        observed()?.failed(response, error);
      }
    }, undefined);
    if (response[isFlushed] && !response.headersSent) flushHeaders.call(response);
  }
}

/** Has each part of this body transformed from now on. The last one given is the first one called. */
export function transformParts(response: ServerResponse, transform: TransformPart): void {
  const patched = response as PatchedResponse;
  patched[transforms] = [transform, ...(patched[transforms] ?? [])];
}

/** The arguments of `write` or `end` with the part that is to be sent. A body may end without a part, and with a callback. */
function transformed(response: PatchedResponse, args: unknown[], isLast: boolean): unknown[] {
  const all = response[transforms];
  if (!all) return args;
  const part = typeof args[0] === 'function' ? undefined : args[0];
  const place = { isLast, encoding: args[1] };
  const sent = all.reduce<unknown>((sent, transform) => own.attempt(() => transform(sent, place), sent), part);
  if (sent === part) return args;
  return [sent, ...args.filter((arg) => typeof arg === 'function')]; // Bytes have no encoding.
}

/** By Node's own methods: Next has its own in each response, which look for cookies. */
function addHeaders(
  { hasHeader, setHeader }: Prototype,
  response: PatchedResponse,
  [status, ...rest]: readonly unknown[],
): void {
  const observer = (ServerResponse as Observed)[observerOf];
  if (observer === undefined || response.headersSent) return;
  const add = (headers: readonly Header[]) => {
    for (const [name, value] of headers) if (!hasHeader.call(response, name)) setHeader.call(response, name, value);
  };
  try {
    add(observer.headEnds(response, Number(status), contentTypeOf(response, rest)));
  } catch (error) {
    add(observer.failed(response, error));
  }
}

/** The same for a response that something has wrapped the methods of already, such as compression. */
export function observeResponse(response: ServerResponse): void {
  const methods = response as unknown as Prototype;
  for (const name of ['write', 'end'] as const) {
    if (!Object.hasOwn(methods, name)) continue;
    const method = methods[name];
    Reflect.deleteProperty(methods, name);
    methods[name] = method; // By the accessor.
  }
  if (Object.hasOwn(methods, 'writeHead')) patchHead(methods);
}

/**
 * Node calls it too, for a head that nobody writes, and has it under two names:
 * https://nodejs.org/api/http.html#responsewriteheadstatuscode-statusmessage-headers
 */
function patchHead(methods: Prototype): void {
  const { writeHead } = methods;
  methods.writeHead = methods.writeHeader = function (...head) {
    own.attempt(() => addHeaders(methods, this, head), undefined);
    return writeHead.apply(this, head);
  };
}

/** An accessor, so that the observer comes before whatever takes the method's place in one response. */
function patchBody(
  prototype: Prototype,
  name: 'write' | 'end',
  start: (response: PatchedResponse, part: unknown, isAll: boolean) => void,
): void {
  const original = prototype[name];
  const ofResponse = name === 'write' ? ownWrite : ownEnd;
  Object.defineProperty(prototype, name, {
    configurable: true,
    get(this: PatchedResponse): Method {
      const method = this[ofResponse] ?? original;
      if (this[isStarted] && !this[transforms]) return method;
      return function (...args) {
        if (!this[isStarted]) start(this, args[0], name === 'end');
        // Compression and the like have kept such a function, and call it with what they made of a part.
        const isOutermost = method === (this[ofResponse] ?? original);
        return method.apply(this, isOutermost ? transformed(this, args, name === 'end') : args);
      };
    },
    set(this: PatchedResponse, method: Method) {
      this[ofResponse] = method;
    },
  });
}

/** `rest`: what `writeHead` is called with after the status. Its headers replace those that the response has. */
function contentTypeOf(response: ServerResponse, [reason, headers]: unknown[]): unknown {
  const replacing = headers ?? (typeof reason === 'string' ? undefined : reason);
  if (Array.isArray(replacing)) return undefined; // Its form differs by version of Node. What has no type is a document.
  const types = Object.entries(replacing ?? {}).filter(([name]) => name.toLowerCase() === 'content-type');
  return types.length > 0 ? types.at(-1)?.[1] : response.getHeader('Content-Type');
}
