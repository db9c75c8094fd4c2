'use client';

import { useState } from 'react';
import { followScreen, followThrown } from './follow-event';
import { callWithoutNetwork } from './lose-network';

export function ThrowInHandler({ label }: { label: string }) {
  function throwNow() {
    const error = new Error('Sample error: an event handler threw.');
    void followThrown('browser-error', error);
    throw error;
  }
  return (
    <button type="button" onClick={throwNow}>
      {label}
    </button>
  );
}

export function RejectPromise({ label }: { label: string }) {
  function rejectNow() {
    const error = new Error('Sample error: a promise was rejected and nothing handled it.');
    void followThrown('browser-rejection', error);
    void Promise.reject(error);
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
  function throwOnNextRender() {
    followScreen('browser-render');
    setIsThrowing(true);
  }
  return (
    <button type="button" onClick={throwOnNextRender}>
      {label}
    </button>
  );
}

export function LoseNetwork({ label }: { label: string }) {
  return (
    <button type="button" onClick={() => void callWithoutNetwork()}>
      {label}
    </button>
  );
}
