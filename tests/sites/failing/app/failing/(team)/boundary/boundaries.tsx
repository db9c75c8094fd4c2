'use client';

import { catchError } from 'next/error';
import type { ComponentType, ReactNode } from 'react';
import { ErrorBoundary, type FailureFacts } from 'candor/screens';
import { Fails, OfLibrary } from './of-library';

/** What a team draws from the facts. */
function Drawn({ texts }: FailureFacts) {
  return (
    <section role="alert">
      <h2>The team draws: {texts.title}</h2>
      <code>{texts.reference}</code>
    </section>
  );
}

const boundaries: Record<string, ComponentType<{ children?: ReactNode }>> = {
  segment: ({ children }) => children,
  library: OfLibrary,
  rethrown: ({ children }) => <OfLibrary rethrows>{children}</OfLibrary>,
  next: catchError(() => <p role="alert">The team is sorry.</p>),
  ours: ErrorBoundary,
  fallback: ({ children }) => <ErrorBoundary fallback={<p role="alert">Nothing here.</p>}>{children}</ErrorBoundary>,
  drawn: ({ children }) => <ErrorBoundary fallback={Drawn}>{children}</ErrorBoundary>,
};

/** A part that fails at a click, in a boundary of its own. */
export function Boundaries({ way }: { way: string }) {
  const Boundary = boundaries[way];
  return (
    Boundary && (
      <Boundary>
        <Fails name="First" />
      </Boundary>
    )
  );
}
