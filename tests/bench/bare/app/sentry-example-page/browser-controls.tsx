'use client';

import { useState } from 'react';

export function ThrowInHandler() {
  function throwNow() {
    throw new Error('Sample error: an event handler threw.');
  }
  return (
    <button type="button" onClick={throwNow}>
      Throw Sample Error
    </button>
  );
}

export function RejectUnheard() {
  function rejectNow() {
    void Promise.reject(new Error('Sample error: a promise was rejected and nobody listened.'));
  }
  return (
    <button type="button" onClick={rejectNow}>
      browser-rejection
    </button>
  );
}

export function ThrowInRender() {
  const [isThrowing, setIsThrowing] = useState(false);
  if (isThrowing) throw new Error('Sample error: a Client Component threw while rendering.');
  return (
    <button type="button" onClick={() => setIsThrowing(true)}>
      browser-render
    </button>
  );
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
