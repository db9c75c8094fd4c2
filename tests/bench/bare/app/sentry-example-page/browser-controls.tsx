'use client';

import { useState } from 'react';

export function ThrowInHandler({ label }: { label: string }) {
  function throwNow() {
    throw new Error('Sample error: an event handler threw.');
  }
  return (
    <button type="button" onClick={throwNow}>
      {label}
    </button>
  );
}

export function RejectPromise({ label }: { label: string }) {
  function rejectNow() {
    void Promise.reject(new Error('Sample error: a promise was rejected and nothing handled it.'));
  }
  return (
    <button type="button" onClick={rejectNow}>
      {label}
    </button>
  );
}

export function ThrowWhileRendering({ label }: { label: string }) {
  const [isThrowing, setIsThrowing] = useState(false);
  if (isThrowing) throw new Error('Sample error: a Client Component threw while rendering.');
  return (
    <button type="button" onClick={() => setIsThrowing(true)}>
      {label}
    </button>
  );
}

export function LoseNetwork({ label }: { label: string }) {
  return <button type="button">{label}</button>;
}

export function RunChecks() {
  return (
    <div className="run-checks">
      <button type="button" className="primary">
        Run all in-page checks
      </button>
      <button type="button" disabled>
        Copy results
      </button>
      <span role="status" />
      <span role="status" />
    </div>
  );
}
