import { digestOf, readDigest } from '../shared/digest.js';
import { outsideRender } from '../internals/server/outside-render.js';
import { singleton } from '../shared/singleton.js';
import { isObject } from '../shared/is-record.js';

type ShownDigests = {
  /** Of objects that were thrown without a digest that is safe to show. */
  ids: WeakMap<object, EventIds>;
  /** The errors of each request, by their digests. */
  errors: WeakMap<object, Map<string, unknown>>;
  /** Handed in, since browsers get a copy of this file. */
  currentRequest: () => object | undefined;
  /** Whether React is asking for a digest at this moment. */
  isAsked: boolean;
};

/** One object that is thrown for two requests, as from a module, is two occurrences. */
type EventIds = { ofRequests: WeakMap<object, string>; latest: string; isOfRequest: boolean };

/** Those of the process: its runtimes have a global object each, and share `performance`. */
export function shownDigests(): ShownDigests {
  const make = () => ({ ids: new WeakMap(), errors: new WeakMap(), currentRequest: () => undefined, isAsked: false });
  return singleton<ShownDigests>('shown-digests', make, performance);
}

/** As Next shows and we log it: its own if that is safe to show, otherwise its event id. A primitive has none: Next makes an error of it. */
export function shownDigestOf(thrown: unknown): string | undefined {
  return digestOf(thrown) ?? (isObject(thrown) ? idOf(thrown) : undefined);
}

/** A new event id. `randomUUID`, which only servers always have, takes a tenth of the time. */
export function newDigest(): string {
  return outsideRender(() => crypto.randomUUID()).replaceAll('-', '');
}

/** The id under which this object is reported in this request, now or later; outside of requests, the latest one. */
export function idOf(thrown: object, makeId = newDigest): string {
  const { ids, currentRequest } = shownDigests();
  const request = currentRequest();
  const known = ids.get(thrown) ?? { ofRequests: new WeakMap(), latest: makeId(), isOfRequest: false };
  ids.set(thrown, known);
  if (request === undefined) return known.latest;
  const id = known.ofRequests.get(request) ?? (known.isOfRequest ? makeId() : known.latest);
  known.ofRequests.set(request, id);
  Object.assign(known, { latest: id, isOfRequest: true });
  return id;
}

export function rememberError(thrown: unknown, digest: unknown): void {
  const { errors, currentRequest } = shownDigests();
  const request = currentRequest();
  if (request === undefined || typeof digest !== 'string') return;
  const known = errors.get(request) ?? new Map<string, unknown>();
  errors.set(request, known);
  if (!known.has(digest)) known.set(digest, thrown);
}

/** The error itself, where React has made another one of it, without its message: an error that came out of `use cache`. */
export function originalOf(thrown: unknown): unknown {
  const { errors, currentRequest } = shownDigests();
  const request = currentRequest();
  const digest = readDigest(thrown);
  const original = request && typeof digest === 'string' ? errors.get(request)?.get(digest) : undefined;
  return original ?? thrown;
}

/** Next makes a new error of any other value, and puts all the value's properties into its message. */
export function isErrorToNext(thrown: unknown): thrown is object {
  try {
    return isObject(thrown) && 'name' in thrown && 'message' in thrown;
  } catch {
    return false; // A trap of a proxy threw. Next then makes no error of it either, and fails itself.
  }
}

const reported = new WeakMap<object, Set<string>>();

/** Notes that a failure with this digest is reported for this request. @returns whether it is the first */
export function noteReported(request: object, digest: string): boolean {
  const digests = reported.get(request) ?? new Set();
  reported.set(request, digests);
  return !digests.has(digest) && !!digests.add(digest);
}

export const isReported = (request: object, digest: string): boolean => reported.get(request)?.has(digest) ?? false;
