// eslint-disable-next-line import/no-nodejs-modules -- types only, which bring nothing into a browser.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EventState } from './event-state.js';

// For pages, Server Actions and route handlers of an application. Code of browsers may import the same entry point, so all of
// this is found where the server keeps it, and brings none of its code along.

const serverKey = Symbol.for('candor.server-context');

type Context = {
  runtime: 'node';
  reporting:
    | { state: 'off' }
    | { state: 'on'; delivery: { last(): EventState | undefined; stats(): { downSince: string | null } } };
  sampleFailures: SampleFailures;
  requestContext(): { request?: object; response?: object } | undefined;
};

type Global = { [serverKey]?: { context?: Context | { runtime: 'edge' } } };

function nodeContext(): Context {
  const context = (globalThis as Global)[serverKey]?.context;
  if (context?.runtime === 'node') return context;
  throw new Error(
    'The server context is not installed. register() of candor/instrumentation installs it in the Node runtime, not in a build, in the edge runtime or in a browser.',
  );
}

/** Whether events arrive, for a page on which a team checks its reporting. */
export type ReportingStatus =
  | { reporting: 'off' }
  | {
      reporting: 'on';
      /** The state of the last event that this server knows of; `undefined`: there was none. */
      lastEvent: EventState | undefined;
      /** Since when the service has accepted nothing, in ISO form; `null`: it accepts events. */
      downSince: string | null;
    };

/** @throws Error outside of a server of the Node runtime */
export function reportingStatus(): ReportingStatus {
  const { reporting } = nodeContext();
  if (reporting.state === 'off') return { reporting: 'off' };
  const { delivery } = reporting;
  return { reporting: 'on', lastEvent: delivery.last(), downSince: delivery.stats().downSince };
}

/** Whether a page may fail on purpose now. */
export type SampleVerdict = { state: 'allowed' } | { state: 'limited'; retryAfterSeconds: number };

export type SampleFailures = {
  /** Whether a failure would be allowed; counts nothing. */
  peek(): Promise<SampleVerdict>;
  /** Counts one failure if it is allowed. */
  consume(): Promise<SampleVerdict>;
};

/**
 * The limit for a page that fails on purpose, as to check the reporting: `FAILURES_PER_MINUTE`, of this process, or of all instances
 * where they share an outbox. Without one, anybody could spend the service's quota.
 * @throws Error outside of a server of the Node runtime
 */
export function sampleFailures(): SampleFailures {
  return nodeContext().sampleFailures;
}

/** A request as Node has it, and its response. */
export type NodeRequest = { request: IncomingMessage; response: ServerResponse };

/**
 * The request that the calling code runs for, with which a Server Component can give its page a status such as 429: Next has no API
 * for that. `undefined`: it runs for none, or Node has not announced it.
 * @throws Error outside of a server of the Node runtime
 */
export function nodeRequest(): NodeRequest | undefined {
  const { request, response } = nodeContext().requestContext() ?? {};
  return request && response && ({ request, response } as NodeRequest);
}
