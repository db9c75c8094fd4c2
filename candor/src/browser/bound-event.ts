import { normalize, truncate, type Breadcrumb, type Event } from '#sentry/core';

// The limits of the SDK's own client.
const maxMessageLength = 2_048;
const maxDepth = 3;
const maxProperties = 1_000;

/** Bounds the values that other code has put into an event, so that it can be written as JSON. No breadcrumb is later than `at`. */
export function boundEvent({ breadcrumbs = [], ...event }: Event, at: Date): Event {
  const { user, contexts, extra } = event;
  return {
    ...event,
    ...(user && { user: bounded(user) }),
    ...(contexts && { contexts: bounded(contexts) }),
    ...(extra && { extra: bounded(extra) }),
    ...(breadcrumbs.length > 0 && { breadcrumbs: breadcrumbs.map((breadcrumb) => boundBreadcrumb(breadcrumb, at)) }),
  };
}

/** A breadcrumb precedes its failure, even if the clock was set back in between. */
function boundBreadcrumb({ message, data, timestamp = Infinity, ...breadcrumb }: Breadcrumb, at: Date): Breadcrumb {
  return {
    ...breadcrumb,
    timestamp: Math.min(timestamp, at.getTime() / 1000),
    message: message && truncate(message, maxMessageLength),
    ...(data && { data: bounded(data) }),
  };
}

function bounded<Fields extends object>(fields: Fields): Fields {
  return normalize(fields, maxDepth, maxProperties) as Fields;
}
