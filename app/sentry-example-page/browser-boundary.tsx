'use client';

import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { ErrorBoundary } from 'candor/screens';
import { followReported } from './follow-event';

let throwInRow: ((error: Error) => void) | undefined;

/** Throws in the row of this kind. Resolves when it is known what became of the event. */
export function throwUnderBoundary(): Promise<void> {
  const error = new Error('Sample error: a Client Component threw under a boundary.');
  throwInRow?.(error);
  return followReported('browser-boundary', error);
}

export function ThrowUnderBoundary({ label }: { label: string }) {
  const [{ round, error }, setState] = useState<{ round: number; error?: Error }>({ round: 0 });
  useEffect(() => {
    throwInRow = (next) => {
      // In a new boundary, for the last one may still show its screen. It throws once: Try again brings the button back.
      flushSync(() => setState((before) => ({ round: before.round + 1, error: next })));
      setState((before) => ({ round: before.round }));
    };
  }, []);
  return (
    <ErrorBoundary key={round}>
      <ThrowsOrButton error={error} label={label} />
    </ErrorBoundary>
  );
}

function ThrowsOrButton({ error, label }: { error: Error | undefined; label: string }) {
  if (error) throw error;
  return (
    <button type="button" onClick={() => void throwUnderBoundary()}>
      {label}
    </button>
  );
}
