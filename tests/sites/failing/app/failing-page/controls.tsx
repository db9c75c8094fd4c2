'use client';

import { useFailure } from 'candor/screens';
import { useActionState, useState } from 'react';
import { succeed } from './actions';

export function ThrowInHandler() {
  const [error, setError] = useState<Error>();
  function throwNow() {
    const thrown = new Error('Sample error: an event handler of the tests threw.');
    setError(thrown);
    throw thrown;
  }
  return <Control label="Throw in an event handler" press={throwNow} error={error} />;
}

export function RejectPromise() {
  const [error, setError] = useState<Error>();
  function rejectNow() {
    const thrown = new Error('Sample error: a promise of the tests was rejected and nothing handled it.');
    addEventListener('unhandledrejection', () => setError(thrown), { once: true }); // Candor has reported it by then.
    void Promise.reject(thrown);
  }
  return <Control label="Reject a promise" press={rejectNow} error={error} />;
}

export function ThrowWhileRendering() {
  const [isThrowing, setIsThrowing] = useState(false);
  if (isThrowing) throw new Error('Sample error: a component of the tests threw while it rendered.');
  return <Control label="Throw while rendering" press={() => setIsThrowing(true)} />;
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

function Control({ label, press, error }: { label: string; press: () => void; error?: Error }) {
  return (
    <>
      <button type="button" onClick={press}>
        {label}
      </button>
      {error && <Outcome of={error} />}
    </>
  );
}

/** The state and the id of the event. */
function Outcome({ of: error }: { of: Error }) {
  const { reference, event } = useFailure(error);
  if (reference === undefined) return null;
  return (
    <p>
      <span role="status" className="state" data-state={event.state}>
        {event.state === 'dropped' ? `dropped: ${event.reason}` : event.state}
      </span>{' '}
      <code>Event: {reference.id}</code>
    </p>
  );
}
