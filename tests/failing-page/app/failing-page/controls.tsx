'use client';

import { followFailure, type FollowedFailure } from 'candor/screens';
import { useActionState, useEffect, useState } from 'react';
import { succeed } from './actions';

export function ThrowInHandler() {
  const [error, setError] = useState<Error>();
  function throwNow() {
    const thrown = new Error('Sample error: an event handler of the tests threw.');
    setError(thrown);
    throw thrown;
  }
  return (
    <>
      <button type="button" onClick={throwNow}>
        Throw in an event handler
      </button>
      {error && <Outcome of={error} />}
    </>
  );
}

export function RejectPromise() {
  const [error, setError] = useState<Error>();
  function rejectNow() {
    const thrown = new Error('Sample error: a promise of the tests was rejected and nothing handled it.');
    setError(thrown);
    void Promise.reject(thrown);
  }
  return (
    <>
      <button type="button" onClick={rejectNow}>
        Reject a promise
      </button>
      {error && <Outcome of={error} />}
    </>
  );
}

export function ThrowWhileRendering() {
  const [isThrowing, setIsThrowing] = useState(false);
  if (isThrowing) throw new Error('Sample error: a component of the tests threw while it rendered.');
  return (
    <button type="button" onClick={() => setIsThrowing(true)}>
      Throw while rendering
    </button>
  );
}

export function RunAction() {
  const [said, run] = useActionState(succeed, '');
  return (
    <form action={run}>
      <button>Run the action that succeeds</button>
      <span role="status">{said}</span>
    </form>
  );
}

/** The state and the id of the event, as soon as the error is reported. */
function Outcome({ of: error }: { of: Error }) {
  const [failure, setFailure] = useState<FollowedFailure>();
  useEffect(() => followFailure(error, setFailure), [error]);
  if (failure === undefined) return null;
  const { reference, event } = failure;
  return (
    <p>
      <span role="status" className="state" data-state={event.state}>
        {event.state === 'dropped' ? `dropped: ${event.reason}` : event.state}
      </span>{' '}
      <code>Event: {reference.id}</code>
    </p>
  );
}
