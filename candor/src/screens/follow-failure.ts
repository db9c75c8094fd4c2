'use client';

import { stateOf } from './state-of.js';
import { followEventState } from '../browser/follow-event-state.js';
import { browserReporter } from '../browser/reporter.js';
import { digestOf } from '../shared/digest.js';
import { isEventId } from '../shared/event-id.js';
import type { EventState } from '../shared/event-state.js';
import type { Reference } from './reference.js';

/** A failure that was reported, and what has become of its event until now. */
export type FollowedFailure = { reference: Reference; event: EventState };

/**
 * Follows the event of a failure, in code of a browser that is no React component. It reports nothing.
 * @param error was thrown, or is going to be; or it has a `digest`: the error of a Server Action, the body of a failed route handler
 * @param onChange is called when the failure is reported, and at each change of its event. This page knows the events of its own
 * failures for as long as it lives; the server is asked for others for 30 s
 * @returns a function that ends it
 */
export function followFailure(error: unknown, onChange: (failure: FollowedFailure) => void): () => void {
  const digest = digestOf(error);
  const isOwn = digest === undefined || stateOf(digest).state !== 'unknown';
  const publish = (failure: FollowedFailure) => {
    try {
      onChange(failure);
    } catch (thrown) {
      console.warn('A callback of followFailure() threw.', thrown); // Others are notified after it.
    }
  };
  return isOwn ? followOwn(error, digest, publish) : followDigest(digest, publish);
}

function followDigest(digest: string, onChange: (failure: FollowedFailure) => void): () => void {
  const ended = new AbortController();
  const reference: Reference = { label: 'Digest', id: digest };
  const update = (event: EventState) => onChange({ reference, event });
  update({ state: isEventId(digest) ? 'sending' : 'unknown' });
  if (isEventId(digest)) void followEventState(digest, update, ended.signal);
  return () => ended.abort();
}

function followOwn(
  error: unknown,
  knownId: string | undefined,
  onChange: (failure: FollowedFailure) => void,
): () => void {
  let shown: EventState['state'] | undefined;
  const unsubscribe = browserReporter.subscribe(update);
  update();
  return unsubscribe;

  function update() {
    const failure = browserReporter.failureOf(error);
    const id = knownId ?? failure?.eventId;
    if (id === undefined) return;
    const event = stateOf(id);
    if (event.state === shown) return;
    shown = event.state;
    onChange({ reference: { label: 'Event', id, failedAt: failure?.at }, event });
  }
}
