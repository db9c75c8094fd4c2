'use client';

import { useState } from 'react';
import { followBrowserError, leaveFor } from './outcomes';

export function ThrowInHandler() {
  function throwNow() {
    const error = new Error('Sample error: an event handler threw.');
    void followBrowserError('browser-error', error);
    throw error;
  }
  return (
    <button type="button" onClick={throwNow}>
      Throw Sample Error
    </button>
  );
}

export function RejectUnheard() {
  function rejectNow() {
    const error = new Error('Sample error: a promise was rejected and nobody listened.');
    void followBrowserError('browser-rejection', error);
    void Promise.reject(error);
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
  function throwOnNextRender() {
    leaveFor('browser-render');
    setIsThrowing(true);
  }
  return (
    <button type="button" onClick={throwOnNextRender}>
      browser-render
    </button>
  );
}
