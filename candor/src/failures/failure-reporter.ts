import type { SeverityLevel } from '#sentry/core';
import { requestContext, type IncomingRequest } from '../http/request-context.js';
import { isControlFlow } from '../internals/server/control-flow.js';
import { isSuspension } from '../internals/suspensions.js';
import { isObject } from '../shared/is-record.js';
import type { Log } from '../shared/log-messages.js';
import {
  FailureRecorder,
  headOf,
  identify,
  suspends,
  type CaptureContext,
  type Failure,
  type Identified,
  type Parts,
} from './failure.js';
import type { SdkCall } from './forwarding-client.js';
import { currentFailedRequest, currentRoute, requestFields } from './request-fields.js';
import { idOf, newDigest, noteReported, shownDigestOf } from './shown-digest.js';

/** A request as Next's hooks have it. Of its headers only ids are passed on. */
export type FailedRequest = {
  path: string;
  method: string;
  headers: IncomingRequest['headers'];
  route: string;
  routeType: string;
  /** `undefined`: method and route. */
  transaction?: string;
  /** The one that its response names. Default: that of the thrown value. */
  digest?: string;
  /** Nobody waited for it. */
  seen?: false;
};

type Origin = 'uncaughtException' | 'unhandledRejection' | 'register';

export type FailureReporter = ReturnType<typeof createFailureReporter>;

/** Writes the log line and captures the event of each failure of the server; both have the digest. */
export function createFailureReporter(parts: Parts) {
  const recorder = new FailureRecorder(parts);

  /** A page may catch what React throws to suspend it, at each visit, so that is only counted. */
  async function recordCaught(identified: Identified, more?: Partial<CaptureContext>): Promise<void> {
    const { thrown, digest, eventId } = identified;
    if (isSuspension(headOf(thrown).message)) return parts.drop(eventId, suspends);
    const request = requestContext()?.request;
    if (request) noteReported(request, digest);
    return recorder.record({ ...identified, msg: 'error reported', level: 'error', ...passedHere(more) });
  }

  /** Once for each failure, however many of Next's handlers pass it. */
  function requestFailed(thrown: unknown, request: FailedRequest): void | Promise<void> {
    const { headers, digest } = request;
    if (!isNew(requestContext()?.request ?? headers, thrown, digest)) return;
    const line = { msg: 'request failed', level: 'error' } as const;
    return recorder.record({ ...identify(thrown, digest), ...line, ...failedThere(request) });
  }

  return {
    requestFailed,

    /** `redirect()` and `notFound()` have no effect in `after()`, as Next documents. */
    afterFailed(thrown: unknown): void {
      if (!isControlFlow(thrown)) void requestFailed(thrown, currentFailedRequest('after'));
    },

    /** The line is written before the call returns, since the process may end with it. */
    async processFailed(thrown: unknown, origin: Origin): Promise<void> {
      const identified = identify(thrown);
      // It has its line: Next rejects a stream with the error of a render, and code may throw an error that it has reported.
      if (origin === 'unhandledRejection' && parts.captured.get(identified.eventId)) return;
      const place = { origin, transaction: origin };
      const describe = () => ({ fields: { origin }, context: { transaction: origin, tags: { origin } } });
      await recorder.record({ ...identified, msg: 'process failed', level: 'error', place, describe });
    },

    /** @returns its digest, which is also that of the screen if it is thrown again */
    reportCaught(thrown: unknown): string {
      if (isNoError(thrown, 'report()')) return newDigest();
      const identified = identify(thrown);
      void recordCaught(identified);
      return identified.digest;
    },

    async sdkCalled(call: SdkCall): Promise<void> {
      const { eventId: knownId, scope, repeat } = call;
      if ('message' in call) {
        const identified = identify(String(call.message), knownId); // `parameterize` makes a `String`.
        const line = { msg: 'event reported', level: levels[call.severity ?? 'info'] ?? 'info' } as const;
        return recorder.record({ ...identified, ...line, ...passedHere({ scope, repeat }) });
      }
      if (isNoError(call.thrown, 'Sentry.captureException()')) return;
      if (isObject(call.thrown)) idOf(call.thrown, () => knownId);
      return recordCaught(identify(call.thrown, knownId), { scope, repeat });
    },
  };
}

/** Requests that have failed. */
const failed = new WeakSet<object>();

/** Whether no handler of Next has passed this failure of this request before, and no code has reported it. */
function isNew(request: object, thrown: unknown, digest = shownDigestOf(thrown)): boolean {
  if (failed.has(request) && isEcho(thrown)) return false;
  failed.add(request);
  return digest === undefined || noteReported(request, digest);
}

type Described = Pick<Failure, 'place' | 'describe'>;

function failedThere(request: FailedRequest): Described {
  const { path, route, routeType, seen, transaction = `${request.method} ${route}` } = request;
  const describe: Failure['describe'] = () => {
    const { fields, context } = requestFields({ ...request, transaction });
    const tags = { ...context.tags, route_type: routeType, ...(seen === false && { seen: 'false' }) };
    return { fields: { ...fields, routeType, seen }, context: { ...context, tags } };
  };
  return { place: { path, route, transaction }, describe };
}

function passedHere(more?: Partial<CaptureContext>): Described {
  const place = currentRoute();
  const describe: Failure['describe'] = () => {
    const { fields, context } = requestFields(place);
    return { fields, context: { ...context, isHandled: true, ...more } };
  };
  return { place, describe };
}

/** Whether `redirect()` and the like have thrown it; then the console says that it is not reported. */
function isNoError(thrown: unknown, passedTo: string): boolean {
  if (!isControlFlow(thrown)) return false;
  console.warn(`This was passed to ${passedTo}, and is not reported.`, thrown);
  return true;
}

const levels: Partial<Record<SeverityLevel, keyof Log>> = { fatal: 'error', error: 'error', warning: 'warn' };

/** When a proxy throws, Next renders the last resort and then goes on with the request, which fails again by that. */
function isEcho(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_HTTP_HEADERS_SENT';
}
