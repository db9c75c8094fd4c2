import type { Logger } from 'pino';
import { digestOf, isEventId, newEventId } from './digest';
import { describeThrown, oneLine } from './log';
import type { FailedRequest } from './reporter';

export type CaptureRequestError = (thrown: unknown, eventId: string, request: FailedRequest) => void;

const remembered = 1_000;

/**
 * Makes the function that turns a failed request into one log line and one event. Several of Next's handlers may see the
 * same failure (its hook, then the last resort): the digest tells, and the second is passed over.
 */
export function createRequestFailed(options: {
  log: Logger;
  environment: string;
  release: string;
  capture: CaptureRequestError | undefined;
}): (thrown: unknown, request: FailedRequest) => void {
  const { log, environment, release, capture } = options;
  const seen = new Set<string>();

  return (thrown, request) => {
    const digest = digestOf(thrown);
    if (digest !== undefined && seen.has(digest)) return;
    const eventId = digest !== undefined && isEventId(digest) ? digest : newEventId();
    seen.add(digest ?? eventId);
    const [oldest] = seen;
    if (seen.size > remembered && oldest !== undefined) seen.delete(oldest);

    const described = describeRequest(request);
    log.error(
      {
        digest: digest ?? eventId,
        ...(digest !== undefined && digest !== eventId && { event: eventId }),
        ...described,
        release,
        environment,
        error: describeThrown(thrown),
      },
      'request failed',
    );
    capture?.(thrown, eventId, described);
  };
}

function describeRequest({ path, method, route, routeType }: FailedRequest): FailedRequest {
  const withoutQuery = path.replace(/[?#].*$/s, '');
  return { method: oneLine(method, 20), path: oneLine(withoutQuery), route: oneLine(route), routeType };
}
